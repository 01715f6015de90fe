import { describe, expect, it } from 'vitest';
import { meaningOfClick, sorted, wayTo } from '../src/games/alva/board';
import { follow } from '../src/games/alva/pieces';
import type { Choice } from '../src/lib/wire';

const place = (to: string): Choice => ({ text: to, index: 0, parts: { kind: 'place', to } });
const shift = (from: string, to: string): Choice => ({ text: `${from}-${to}`, index: 0, parts: { kind: 'shift', from, to } });
const jump = (from: string, to: string, ...takes: string[]): Choice => ({ text: `${from}x${to}`, index: 0, parts: { kind: 'jump', from, to, takes } });
const rows = (drawing: string) => drawing.trim().split(/\s+/).reverse();

describe('choices', () => {
  it('are sorted by the piece that moves', () => {
    const moves = sorted([place('a1'), shift('c3', 'b3'), shift('c3', 'd3'), jump('a3', 'c3', 'b3')]);
    expect([...moves.places.keys()]).toEqual(['a1']);
    expect(moves.shifts.get('c3')?.map(({ to }) => to)).toEqual(['b3', 'd3']);
    expect(moves.jumps.get('a3')).toEqual([{ kind: 'jump', from: 'a3', to: 'c3', takes: ['b3'], action: 'a3xc3' }]);
    expect(wayTo('d3', 'c3', moves)?.action).toBe('c3-d3');
    expect(wayTo('e5', 'c3', moves)).toBeUndefined();
  });
});

describe('a click', () => {
  const table = { board: rows('..... ..w.. ..w.. .b... .....'), to_move: 0 as const };
  const quiet = sorted([place('a1'), place('b3'), shift('c3', 'b3'), shift('c3', 'd3'), shift('c4', 'c5')]);

  it('places on a vacant point', () => {
    expect(meaningOfClick('a1', null, quiet, table)).toEqual({ do: 'act', action: 'a1' });
  });

  it('selects an own piece, shifts it, and lets it go', () => {
    expect(meaningOfClick('c3', null, quiet, table)).toEqual({ do: 'select', point: 'c3' });
    expect(meaningOfClick('b3', 'c3', quiet, table)).toEqual({ do: 'act', action: 'c3-b3' });
    expect(meaningOfClick('c3', 'c3', quiet, table)).toEqual({ do: 'release' });
  });

  it('asks why when a selected piece cannot go there', () => {
    expect(meaningOfClick('a1', 'c3', quiet, table)).toEqual({ do: 'why', action: { kind: 'shift', from: 'c3', to: 'a1' } });
  });

  it('asks why for an opposing piece', () => {
    expect(meaningOfClick('b2', null, quiet, table)).toEqual({ do: 'why', action: { kind: 'place', to: 'b2' } });
  });

  it('jumps straight to a landing that only one piece can reach', () => {
    const forced = sorted([jump('c3', 'c1', 'c2'), jump('c4', 'a4', 'b4')]);
    expect(meaningOfClick('c1', null, forced, table)).toEqual({ do: 'act', action: 'c3xc1' });
    expect(meaningOfClick('a1', null, forced, table)).toEqual({ do: 'why', action: { kind: 'place', to: 'a1' } });
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
