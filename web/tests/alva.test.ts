import { describe, expect, it } from 'vitest';
import { between, joinTurn, meaningOfClick, readMoves, readTurn } from '../src/games/alva/board';
import { follow } from '../src/games/alva/pieces';
import type { Choice } from '../src/lib/wire';

const choices = (...texts: string[]): Choice[] => texts.map((text, index) => ({ text, index }));
const rows = (drawing: string) => drawing.trim().split(/\s+/).reverse();

describe('turns', () => {
  it('are read move by move', () => {
    expect(readTurn('c3-c4 e5')).toEqual([
      { kind: 'shift', from: 'c3', to: 'c4' },
      { kind: 'place', from: null, to: 'e5' },
    ]);
    expect(readTurn('a3xc3xc5').map((move) => [move.from, move.to])).toEqual([['a3', 'c3'], ['c3', 'c5']]);
  });

  it('are joined as the server joins them', () => {
    expect(joinTurn('c3-c4', 'e5')).toBe('c3-c4 e5');
    expect(joinTurn('a3xc3', 'c3xc5')).toBe('a3xc3xc5');
  });

  it('name the points that a jump passes', () => {
    expect(between('a3', 'e3')).toEqual(['b3', 'c3', 'd3']);
    expect(between('c5', 'c3')).toEqual(['c4']);
  });
});

describe('a click', () => {
  const table = { board: rows('..... ..w.. ..w.. .b... .....'), to_move: 0 as const };
  const quiet = readMoves(choices('a1', 'b3', 'c3-b3', 'c3-d3', 'c4-c5'));

  it('places on a vacant point', () => {
    expect(meaningOfClick('a1', null, quiet, table)).toEqual({ do: 'act', action: 'a1' });
  });

  it('selects an own piece, shifts it, and lets it go', () => {
    expect(meaningOfClick('c3', null, quiet, table)).toEqual({ do: 'select', point: 'c3' });
    expect(meaningOfClick('b3', 'c3', quiet, table)).toEqual({ do: 'act', action: 'c3-b3' });
    expect(meaningOfClick('c3', 'c3', quiet, table)).toEqual({ do: 'release' });
  });

  it('asks why when a selected piece cannot go there', () => {
    expect(meaningOfClick('a1', 'c3', quiet, table)).toEqual({ do: 'why', action: 'c3-a1' });
  });

  it('asks why for an opposing piece', () => {
    expect(meaningOfClick('b2', null, quiet, table)).toEqual({ do: 'why', action: 'b2' });
  });

  it('jumps straight to a landing that only one piece can reach', () => {
    const forced = readMoves(choices('c3xc1', 'c4xa4'));
    expect(meaningOfClick('c1', null, forced, table)).toEqual({ do: 'act', action: 'c3xc1' });
    expect(meaningOfClick('a1', null, forced, table)).toEqual({ do: 'why', action: 'a1' });
  });
});

describe('pieces', () => {
  it('keep their identity when they move, and leave when captured', () => {
    const before = follow([], rows('... wb. ...'), null);
    const jumper = before.find((piece) => piece.side === 0);
    const after = follow(before, rows('... ..w ...'), { kind: 'jump', from: 'a2', to: 'c2' });
    expect(after.find((piece) => piece.point === 'c2')?.id).toBe(jumper?.id);
    expect(after.find((piece) => piece.point === 'b2')?.leaving).toBe(true);
  });
});
