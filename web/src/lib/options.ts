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
