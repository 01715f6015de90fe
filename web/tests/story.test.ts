import { describe, expect, it } from 'vitest';
import { entriesOf, joined, momentIn, sinceTurnOf, withoutName, wordsByTurn, type Told } from '../src/lib/story';
import type { Sentence } from '../src/lib/wire';

const about = (seat: number | null, text: string, kind?: Sentence['kind']): Sentence => ({ seat, text, ...(kind ? { kind } : {}) });

describe('the story by turns', () => {
  const turns: [number, string][] = [[0, '5'], [1, '3'], [0, 'pass']];
  const story: Told[] = [
    [0, [about(0, 'Anna takes a cog.'), about(1, 'Bruno rolls 3 and 4.')]],
    [1, [about(1, 'Bruno delivers.'), about(null, 'The round is over.'), about(null, 'Anna 3, Bruno 5.', 'moment'), about(0, 'Anna rolls 2 and 2.')]],
    [2, [about(0, 'Anna passes.')]],
  ];

  it('never mixes two players in an entry', () => {
    const entries = entriesOf(story, turns);
    expect(entries.map(({ seat }) => seat)).toEqual([0, 1, null, null, 0]);
    expect(entries[1]?.sentences).toEqual(['Bruno rolls 3 and 4.', 'Bruno delivers.']);
    expect(entries.map(({ moment }) => moment)).toEqual([false, false, false, true, false]);
    expect(entries[4]).toMatchObject({ turn: 2, sentences: ['Anna rolls 2 and 2.', 'Anna passes.'] });
  });

  it('says no name twice', () => {
    expect(withoutName('Bruno', 'Bruno delivers.')).toBe('delivers.');
    expect(withoutName('Bruno', 'Bruno: −1 Might.')).toBe('−1 Might.');
    expect(withoutName('Bruno', 'Brunonia wins.')).toBe('Brunonia wins.');
    expect(withoutName('', 'All pass.')).toBe('All pass.');
  });

  it('begins a new entry with every turn of the same player', () => {
    const alone: Told[] = [[0, [about(0, 'One.')]], [0, [about(0, 'Two.')]], [1, [about(0, 'Three.')]]];
    expect(entriesOf(alone, [[0, 'a b'], [0, 'c']]).map(({ sentences }) => sentences)).toEqual([['One.', 'Two.'], ['Three.']]);
  });

  it('puts steps that say nothing into one line, with the last word of each', () => {
    const secret: Told[] = [
      [0, [about(0, 'Red has drawn the first form.', 'quiet')]],
      [1, [about(1, 'Blue has drawn.', 'quiet')]],
      [0, [about(0, 'Red has drawn.', 'quiet'), about(null, 'The sheets move on.')]],
    ];
    const entries = entriesOf(secret, [[0, '?'], [1, '?']]);
    expect(entries.map(({ quiet }) => quiet)).toEqual([true, false]);
    expect(entries[0]?.sentences).toEqual(['Red has drawn.', 'Blue has drawn.']);
  });

  it('sums up what happened since a seat has acted', () => {
    const entries = entriesOf(story.slice(0, 2), turns.slice(0, 2));
    expect(sinceTurnOf(entries, turns, 0).map(({ sentences }) => sentences[0])).toEqual(['Bruno rolls 3 and 4.', 'The round is over.', 'Anna 3, Bruno 5.', 'Anna rolls 2 and 2.']);
    expect(sinceTurnOf(entries, turns, 5)).toEqual([]);
  });

  it('tells a turn by what its own player did', () => {
    const words = wordsByTurn(story, turns);
    expect([...words.values()]).toEqual(['Anna takes a cog.', 'Bruno delivers.', 'Anna passes.']);
  });

  it('knows a scoring', () => {
    expect(momentIn(story[1]?.[1] ?? [])).toBe('Anna 3, Bruno 5.');
    expect(momentIn(story[0]?.[1] ?? [])).toBeNull();
  });
});

describe('the whole story and what has come since', () => {
  const told = (turn: number): Told => [turn, [about(0, `Turn ${turn}.`)]];
  const turnsOf = (story: Told[]) => story.map(([turn]) => turn);

  it('are one, however much they overlap', () => {
    expect(turnsOf(joined([0, 1, 2, 3].map(told), [2, 3, 4, 5].map(told)))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(turnsOf(joined([0, 1, 2].map(told), [1, 2].map(told)))).toEqual([0, 1, 2]);
  });

  it('are only what is known now after something was taken back', () => {
    expect(turnsOf(joined([0, 1, 2].map(told), [[0, [about(0, 'Else.')]]]))).toEqual([0]);
  });
});
