import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaceQueue, stayOf } from '../src/lib/pace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function queue(): { seen: string[]; add: (name: string, stay?: number, waits?: boolean) => void; queue: PaceQueue; waiting: () => number } {
  const seen: string[] = [];
  let count = 0;
  const made = new PaceQueue((waiting) => (count = waiting));
  const add = (name: string, stay = 1000, waits = true) => made.add({ waits, show: () => (seen.push(name), stay) });
  return { seen, add, queue: made, waiting: () => count };
}

describe('the pace', () => {
  it('shows one step after the other, each as long as it is to stay', () => {
    const { seen, add, waiting } = queue();
    add('first');
    add('scoring', 3000);
    add('third');
    expect(seen).toEqual(['first']);
    expect(waiting()).toBe(2);
    vi.advanceTimersByTime(999);
    expect(seen).toEqual(['first']);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['first', 'scoring']);
    vi.advanceTimersByTime(2999);
    expect(seen).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['first', 'scoring', 'third']);
  });

  it('never makes wait what need not, unless something waits before it', () => {
    const { seen, add } = queue();
    add('bot');
    add('people came', 0, false);
    expect(seen).toEqual(['bot', 'people came']);
    add('bot again');
    add('people went', 0, false);
    expect(seen).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual(['bot', 'people came', 'bot again', 'people went']);
  });

  it('pauses, goes on by single steps, and goes on', () => {
    const { seen, add, queue: paced } = queue();
    paced.hold(true);
    add('a');
    add('b');
    add('c');
    vi.advanceTimersByTime(10_000);
    expect(seen).toEqual([]);
    paced.step();
    expect(seen).toEqual(['a']);
    paced.hold(false);
    vi.advanceTimersByTime(2_000);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('shows everything on request, and forgets what has become void', () => {
    const { seen, add, queue: paced, waiting } = queue();
    add('a');
    add('b');
    paced.flush();
    expect(seen).toEqual(['a', 'b']);
    add('c');
    add('d');
    paced.clear();
    vi.advanceTimersByTime(10_000);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(waiting()).toBe(0);
  });

  it('is never far behind', () => {
    const { seen, add } = queue();
    for (let nth = 0; nth < 50; nth += 1) add(String(nth));
    expect(seen.length).toBeGreaterThanOrEqual(20);
  });

  it('dwells on a scoring, but not at once', () => {
    expect(stayOf('steady', true)).toBeGreaterThan(2 * stayOf('steady', false));
    expect(stayOf('at-once', true)).toBe(0);
  });
});
