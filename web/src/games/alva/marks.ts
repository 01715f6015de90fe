/** What is drawn on a point, and what a screen reader says about it. */
import { sideOn, wayTo, type AlvaView, type Move, type Moves, type Point } from './board';
import { say } from './words';

export interface Marks {
  /** How the point can be used: data-legal for tests, shape for the eye, words for the ear. */
  legal: 'place' | 'shift' | 'jump' | 'shift-to' | 'land' | null;
  selected: boolean;
  doomed: boolean;
  last: boolean;
  hinted: boolean;
}

export interface Situation {
  table: AlvaView;
  moves: Moves;
  selected: Point | null;
  last: Move[];
  hint: Move | null;
}

export function marksOf(point: Point, { table, moves, selected, last, hint }: Situation): Marks {
  const jumps = selected === null ? undefined : moves.jumps.get(selected);
  return {
    legal: legalUse(point, moves, selected),
    selected: point === selected,
    doomed: !!jumps?.some(({ takes }) => takes?.includes(point)),
    last: last.some((move) => move.to === point) && sideOn(table.board, point) !== null,
    hinted: hint !== null && (hint.to === point || hint.from === point),
  };
}

function legalUse(point: Point, moves: Moves, selected: Point | null): Marks['legal'] {
  if (selected !== null) {
    const way = wayTo(point, selected, moves);
    if (way) return way.kind === 'jump' ? 'land' : 'shift-to';
  }
  if (moves.jumps.has(point)) return 'jump';
  if (moves.shifts.has(point)) return 'shift';
  if (selected === null && moves.places.has(point)) return 'place';
  return null;
}

const USE_WORDS = {
  place: 'can.place',
  shift: 'can.shift',
  jump: 'can.jump',
  'shift-to': 'target',
  land: 'landing',
} as const;

/** 'e5, white piece, can jump' */
export function describe(point: Point, table: AlvaView, marks: Marks): string {
  const side = sideOn(table.board, point);
  const parts = [point, say(side === null ? 'vacant' : side === 0 ? 'white' : 'black')];
  if (marks.selected) parts.push(say('selected'));
  else if (marks.legal) parts.push(say(USE_WORDS[marks.legal]));
  if (marks.last) parts.push(say('last-move'));
  if (marks.hinted) parts.push(say('suggested'));
  return parts.join(', ');
}
