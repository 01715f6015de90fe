/** What is told when something first comes up at a table. The browser remembers what it has told, and whether to tell more. */
import { remember, remembered } from './storage';

const key = (game: string) => `tips.${game}`;

function told(game: string): string[] {
  return (remembered(key(game)) ?? '').split(' ').filter(Boolean);
}

export function isTipNew(game: string, tip: string): boolean {
  return remembered('tips') !== 'no' && !told(game).includes(tip);
}

export function noteTip(game: string, tip: string): void {
  if (!told(game).includes(tip)) remember(key(game), [...told(game), tip].join(' '));
}

export function noMoreTips(): void {
  remember('tips', 'no');
}
