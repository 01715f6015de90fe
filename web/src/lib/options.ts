import type { GameOption, Value } from './wire';

export type Chosen = Record<string, Value>;

/** The default of an option, which may follow an option chosen before it. */
export function defaultOf(option: GameOption, chosen: Chosen): Value {
  if (option.default_by) {
    const leading = String(chosen[option.default_by.option]);
    const found = option.default_by.values.find(([when]) => String(when) === leading);
    if (found) return found[1];
  }
  return option.default ?? option.choices?.[0]?.value ?? option.least ?? 0;
}

/** All options with their values: those the person has set, and the defaults of the rest. */
export function complete(options: GameOption[], set: Partial<Chosen>): Chosen {
  const chosen: Chosen = {};
  for (const option of options) chosen[option.name] = set[option.name] ?? defaultOf(option, chosen);
  return chosen;
}

export function inRange(option: GameOption, value: Value): boolean {
  if (option.choices) return option.choices.some((choice) => choice.value === value);
  const number = Number(value);
  return Number.isInteger(number) && number >= (option.least ?? 0) && number <= (option.most ?? Infinity);
}

/** Whether an option means something at a table of so many players with these options. */
export function applies(option: GameOption, chosen: Chosen, players: number): boolean {
  return Object.entries(option.only ?? {}).every(([name, values]) => {
    const value = name === 'players' ? players : chosen[name];
    return value !== undefined && values.includes(value);
  });
}

/** The chosen values that mean something; the server fills in the rest. */
export function applicable(options: GameOption[], chosen: Chosen, players: number): Chosen {
  const meant = options.filter((option) => applies(option, chosen, players));
  return Object.fromEntries(meant.map(({ name }) => [name, chosen[name] ?? '']));
}

/** What an option waits for: each condition as the name of an option (or 'players') and its values in words. */
export function conditions(option: GameOption, options: GameOption[]): { option: string; values: string[] }[] {
  return Object.entries(option.only ?? {}).map(([name, values]) => {
    const leading = options.find((other) => other.name === name);
    const titleOf = (value: Value) => leading?.choices?.find((choice) => choice.value === value)?.title ?? String(value);
    return { option: leading?.title ?? name, values: leading?.choices ? values.map(titleOf) : runs(values) };
  });
}

/** 1, 2, 3, 5 → '1–3', '5' */
function runs(values: Value[]): string[] {
  const numbers = values.map(Number).sort((one, other) => one - other);
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([least, most]) => (least === most ? `${least}` : `${least}–${most}`));
}
