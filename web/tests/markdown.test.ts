import { describe, expect, it } from 'vitest';
import { found, inline, parse, wordsOf } from '../src/lib/markdown';

describe('parse', () => {
  it('reads headings, paragraphs and clauses', () => {
    expect(parse('# Alva\n\n**[ALVA-8]** You *capture*\nby jumping.')).toEqual([
      { kind: 'heading', level: 1, content: [{ kind: 'text', text: 'Alva' }], id: 'alva' },
      {
        kind: 'paragraph',
        clause: 'ALVA-8',
        content: [
          { kind: 'text', text: 'You ' },
          { kind: 'em', text: 'capture' },
          { kind: 'text', text: ' by jumping.' },
        ],
      },
    ]);
  });

  it('reads diagrams with their caption', () => {
    expect(parse('```alva\ncaption: A run of one.\nwb*..\n.....\n```\nafter')).toEqual([
      { kind: 'fence', language: 'alva', caption: 'A run of one.', lines: ['wb*..', '.....'] },
      { kind: 'paragraph', clause: null, content: [{ kind: 'text', text: 'after' }] },
    ]);
  });

  it('reads lists, ordered and not', () => {
    expect(parse('- one\n  more\n- two\n\n1. first')).toEqual([
      { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'one more' }], [{ kind: 'text', text: 'two' }]] },
      { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'first' }]] },
    ]);
  });

  it('survives an open fence and an empty text', () => {
    expect(parse('```alva\n...')).toEqual([{ kind: 'fence', language: 'alva', caption: '', lines: ['...'] }]);
    expect(parse('')).toEqual([]);
  });
});

describe('tables and search', () => {
  it('reads a table with its head', () => {
    expect(parse('| a | b |\n|---|---|\n| **c** | d |')).toEqual([
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [[[{ kind: 'strong', text: 'c' }], [{ kind: 'text', text: 'd' }]]],
      },
    ]);
  });

  it('finds blocks by all words, below their headings', () => {
    const blocks = parse('# Book\n\n## One\n\n**[X-1]** A red house.\n\n## Two\n\nA red *car*.\n\nNothing.');
    expect(found(blocks, 'red CAR').map(wordsOf)).toEqual(['Two', ' A red car.']);
    expect(found(blocks, 'x-1').map(wordsOf)).toEqual(['One', 'X-1 A red house.']);
    expect(found(blocks, ' ')).toBe(blocks);
    expect(found(blocks, 'blue')).toEqual([]);
  });
});

describe('inline', () => {
  it('keeps markup characters of HTML as text', () => {
    expect(inline('<b>x</b> & **bold**')).toEqual([
      { kind: 'text', text: '<b>x</b> & ' },
      { kind: 'strong', text: 'bold' },
    ]);
  });

  it('reads code', () => {
    expect(inline('`c3-c4 e5`')).toEqual([{ kind: 'code', text: 'c3-c4 e5' }]);
  });
});
