import { describe, expect, it } from 'vitest';
import { words as clockWords } from '../src/components/clock-words';
import { words as curtainWords } from '../src/components/curtain-words';
import { words as inviteWords } from '../src/components/invite-words';
import { words as pastWords } from '../src/components/past-words';
import { words as timeWords } from '../src/lib/time-words';
import { words as plainWords } from '../src/games/plain/table-words';
import { words as helpWords } from '../src/components/help-words';
import { words as resignWords } from '../src/components/resign-words';
import { words as rulebookWords } from '../src/components/rulebook-words';
import { words as alvaWords } from '../src/games/alva/words';
import { words as alvosWords } from '../src/games/alvos/words';
import { fill } from '../src/lib/i18n';
import { de } from '../src/lib/i18n/de';
import { en } from '../src/lib/i18n/en';
import { words as lobbyWords } from '../src/lib/lobby-words';
import { words as formWords } from '../src/lib/new-table-words';
import { words as openWords } from '../src/open/words';
import { words as notificationWords } from '../src/screens/notifications/words';

const sets = {
  client: { en, de },
  lobby: lobbyWords,
  form: formWords,
  help: helpWords,
  resign: resignWords,
  clock: clockWords,
  curtain: curtainWords,
  invite: inviteWords,
  past: pastWords,
  time: timeWords,
  plain: plainWords,
  rulebook: rulebookWords,
  notifications: notificationWords,
  alva: alvaWords,
  alvos: alvosWords,
  open: openWords,
};

describe.each(Object.entries(sets))('the words of %s', (_, words) => {
  const english: Record<string, string> = words.en;
  const german: Record<string, string> = words.de;

  it('have the same keys in both languages', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  });

  it('have the same blanks in both languages', () => {
    const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [key, text] of Object.entries(english)) expect([key, blanks(german[key] ?? '')]).toEqual([key, blanks(text)]);
  });
});

it('fills blanks and leaves unknown ones', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});
