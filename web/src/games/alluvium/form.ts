/** A form in the hand: how it lies on the sheet, how it is moved, turned and written. No rule is decided here. */
import type { Choice } from '../../lib/wire';
import { boxAt, BOXES, columnOf, rowOf, WIDTH, type Box, type Card, type Cell } from './table';

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
  text: string;
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
  return { boxes: boxesFrom(cells, anchor), text: written(tool, name, anchor) };
}

function written(tool: Tool, turn: string, anchor: Box): string {
  return tool.form === null ? `plug ${anchor}` : `${tool.form} r${turn} @${anchor}`;
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
export function firstPlace(tool: Tool, texts: Set<string>): Place {
  const far = ({ column, row }: Place) => Math.hypot(column - MIDDLE.column, row - MIDDLE.row);
  for (const turn of tool.turns.keys()) {
    const fitting = placesOf(turn).filter((place) => texts.has(lay(tool, place).text));
    const [nearest] = fitting.sort((one, other) => far(one) - far(other));
    if (nearest) return nearest;
  }
  return MIDDLE;
}

function placesOf(turn: number): Place[] {
  return BOXES.map((box) => ({ column: columnOf(box), row: rowOf(box), turn }));
}

interface Written {
  form: string | null;
  turn: string;
  anchor: Box;
}

function read(text: string): Written | null {
  const drawn = /^(\w+) r(\d+) @(\w+)$/.exec(text);
  if (drawn) return { form: drawn[1] ?? '', turn: drawn[2] ?? '0', anchor: drawn[3] ?? 'a1' };
  const plug = /^plug (\w+)$/.exec(text);
  return plug ? { form: null, turn: '0', anchor: plug[1] ?? 'a1' } : null;
}

/** The tool that a written action uses; null for a pass. */
export function toolFor(tools: Tool[], text: string): Tool | null {
  const action = read(text);
  return action ? (tools.find((tool) => tool.form === action.form) ?? null) : null;
}

/** Where a tool is held so that it lies as written. */
export function placeOf(tool: Tool, text: string): Place {
  const action = read(text);
  const turn = tool.turns.findIndex(({ name }) => name === action?.turn);
  const cells = tool.turns[turn]?.cells;
  if (!action || !cells) return MIDDLE;
  const frame = frameOf(cells);
  return {
    column: columnOf(action.anchor) + frame.left + toGrip(frame.width),
    row: rowOf(action.anchor) + frame.low + toGrip(frame.height),
    turn,
  };
}

export function boxesOf(tools: Tool[], text: string): Box[] {
  const tool = toolFor(tools, text);
  return tool ? lay(tool, placeOf(tool, text)).boxes : [];
}

export interface Offer {
  texts: Set<string>;
  plugs: Box[];
  mustPass: boolean;
}

export function readOffer(legal: Choice[]): Offer {
  const texts = new Set(legal.map(({ text }) => text));
  const plugs = legal.flatMap(({ text }) => (text.startsWith('plug ') ? [text.slice(5)] : []));
  return { texts, plugs, mustPass: texts.has('pass') };
}

/** The box after the given one in a list, round and round. */
export function nextBox(boxes: Box[], after: Box): Box | undefined {
  return boxes[(boxes.indexOf(after) + 1) % boxes.length];
}
