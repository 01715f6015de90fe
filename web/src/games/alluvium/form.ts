/** A form in the hand: how it lies on the sheet, how it is moved and turned. No rule is decided here. */
import type { Choice } from '../../lib/wire';
import { boxAt, BOXES, columnOf, rowOf, WIDTH, type Box, type Card, type Cell, type Parts } from './table';

/** A card's form, or the single box of action B. */
export interface Tool {
  form: string | null;
  secret: boolean;
  turns: { name: string; cells: Cell[] }[];
}

/** The box at which a tool is held, and the number of its rotation. */
export interface Place {
  column: number;
  row: number;
  turn: number;
}

export interface Laid {
  boxes: Box[];
  form: string | null;
  turn: string;
  at: Box;
}

export const PLUG: Tool = { form: null, secret: false, turns: [{ name: '0', cells: [[0, 0]] }] };
export const MIDDLE: Place = { column: 4, row: 5, turn: 0 };

export function toolOf(card: Card): Tool {
  const turns = Object.entries(card.rotations).map(([name, cells]) => ({ name, cells }));
  turns.sort((one, other) => Number(one.name) - Number(other.name));
  return { form: card.form, secret: card.secret, turns };
}

function turnOf(tool: Tool, turn: number): { name: string; cells: Cell[] } {
  const { length } = tool.turns;
  return tool.turns[((turn % length) + length) % length] ?? { name: '0', cells: [[0, 0]] };
}

interface Frame {
  left: number;
  low: number;
  width: number;
  height: number;
}

function frameOf(cells: Cell[]): Frame {
  const columns = cells.map(([x]) => x);
  const rows = cells.map(([, y]) => y);
  const left = Math.min(...columns);
  const low = Math.min(...rows);
  return { left, low, width: Math.max(...columns) - left + 1, height: Math.max(...rows) - low + 1 };
}

const within = (least: number, number: number, most: number) => Math.max(least, Math.min(most, number));
/** From the lower left of a form to the box at which it is held. */
const toGrip = (length: number) => Math.floor((length - 1) / 2);

function corner(cells: Cell[], place: Place): { frame: Frame; column: number; row: number } {
  const frame = frameOf(cells);
  return {
    frame,
    column: within(0, place.column - toGrip(frame.width), WIDTH - frame.width),
    row: within(0, place.row - toGrip(frame.height), WIDTH - frame.height),
  };
}

/** Where a tool lies that is held at a place: always wholly on the sheet. */
export function lay(tool: Tool, place: Place): Laid {
  const { name, cells } = turnOf(tool, place.turn);
  const { frame, column, row } = corner(cells, place);
  const anchor = boxAt(column - frame.left, row - frame.low);
  return { boxes: boxesFrom(cells, anchor), form: tool.form, turn: name, at: anchor };
}

/** What is laid there as the parts of a choice, to ask why it does not fit. */
export function asked({ form, turn, at }: Laid): Record<string, string> {
  return form === null ? { kind: 'plug', at } : { kind: 'form', form, turn, at };
}

export function alike(one: Laid, other: Laid): boolean {
  return one.form === other.form && one.turn === other.turn && one.at === other.at;
}

function boxesFrom(cells: Cell[], anchor: Box): Box[] {
  return cells.map(([x, y]) => boxAt(columnOf(anchor) + x, rowOf(anchor) + y));
}

/** One box further: from where the tool lies, not from where the pointer is beyond the edge. */
export function nudge(tool: Tool, place: Place, columns: number, rows: number): Place {
  const { frame, column, row } = corner(turnOf(tool, place.turn).cells, place);
  return {
    column: within(0, column + columns, WIDTH - frame.width) + toGrip(frame.width),
    row: within(0, row + rows, WIDTH - frame.height) + toGrip(frame.height),
    turn: place.turn,
  };
}

export function turned(tool: Tool, place: Place, quarters: number): Place {
  const { length } = tool.turns;
  return { ...place, turn: (((place.turn + quarters) % length) + length) % length };
}

/** The place next to the middle at which a tool fits; turned as little as possible. */
export function firstPlace(tool: Tool, offer: Offer): Place {
  const far = ({ column, row }: Place) => Math.hypot(column - MIDDLE.column, row - MIDDLE.row);
  for (const turn of tool.turns.keys()) {
    const fitting = placesOf(turn).filter((place) => offer.of(lay(tool, place)) !== undefined);
    const [nearest] = fitting.sort((one, other) => far(one) - far(other));
    if (nearest) return nearest;
  }
  return MIDDLE;
}

function placesOf(turn: number): Place[] {
  return BOXES.map((box) => ({ column: columnOf(box), row: rowOf(box), turn }));
}

/** The tool that a drawing uses; null for a pass. */
export function toolFor(tools: Tool[], { kind, form }: Parts): Tool | null {
  if (kind === 'plug') return PLUG;
  return kind === 'form' ? (tools.find((tool) => tool.form === form) ?? null) : null;
}

/** Where a tool is held so that it lies as drawn. */
export function placeOf(tool: Tool, { turn = '0', at }: Parts): Place {
  const number = tool.turns.findIndex(({ name }) => name === turn);
  const cells = tool.turns[number]?.cells;
  if (at === undefined || !cells) return MIDDLE;
  const frame = frameOf(cells);
  return {
    column: columnOf(at) + frame.left + toGrip(frame.width),
    row: rowOf(at) + frame.low + toGrip(frame.height),
    turn: number,
  };
}

export function boxesOf(tools: Tool[], drawing: Parts): Box[] {
  const tool = toolFor(tools, drawing);
  return tool ? lay(tool, placeOf(tool, drawing)).boxes : [];
}

/** A choice with what is sent to take it. */
export interface Option extends Parts {
  text: string;
}

const keyOf = (form: string | null | undefined, turn: string | undefined, at: Box | undefined) => `${form ?? ''} ${turn ?? 0} ${at ?? ''}`;

/** What may be drawn now. */
export class Offer {
  readonly options: Option[];
  readonly plugs: Box[];
  readonly pass: Option | undefined;
  #byPlace: Map<string, Option>;

  constructor(legal: Choice[]) {
    this.options = legal.flatMap(({ text, parts }) => (parts ? [{ ...(parts as unknown as Parts), text }] : []));
    this.plugs = this.options.flatMap(({ kind, at }) => (kind === 'plug' && at !== undefined ? [at] : []));
    this.pass = this.options.find(({ kind }) => kind === 'pass');
    this.#byPlace = new Map(this.options.map((option) => [keyOf(option.form, option.turn, option.at), option]));
  }

  /** The choice that draws what is laid there; undefined where it does not fit. */
  of({ form, turn, at }: Laid): Option | undefined {
    return this.#byPlace.get(keyOf(form, turn, at));
  }
}

/** The box after the given one in a list, round and round. */
export function nextBox(boxes: Box[], after: Box): Box | undefined {
  return boxes[(boxes.indexOf(after) + 1) % boxes.length];
}
