import { expect, it } from 'vitest';
import { aside, label } from '../src/games/plain/words';

it('reads keys as words', () => {
  expect(label('must_capture')).toBe('Must capture');
});

it('says of a choice what its text does not', () => {
  expect(aside({ text: 's7', index: 6, parts: { kind: 'card', card: 's7', number: 7 } })).toBe('Number 7');
  expect(aside({ text: 'bank', index: 24, parts: { kind: 'bank', pot: 12, more: [1], none: null } })).toBe('Pot 12');
  expect(aside({ text: 'pass', index: 1 })).toBe('');
});
