import { translator } from '../lib/i18n';

const en = {
  'resign.title': 'Resign this game?',
  'resign.text': 'The game ends at once and the other side wins.',
  'resign.confirm': 'Resign',
  'resign.stay': 'Play on',
  'abandon.text': 'Nobody else is here to go on with, so you can also end it without a result.',
  'abandon.confirm': 'End without a result',
  'leave.title': 'Leave this game?',
  'leave.text': 'A bot of level {level} takes your seat, and the others play on. You can come back at any time.',
  'resign.text.alone': 'The game ends at once, and you have lost it.',
  'resign.text.together': 'The game ends at once, and all of you have lost.',
  'resign.text.others': 'The game ends at once and the others win.',
};

const de: Record<keyof typeof en, string> = {
  'resign.title': 'Diese Partie aufgeben?',
  'resign.text': 'Die Partie endet sofort, und die andere Seite gewinnt.',
  'resign.confirm': 'Aufgeben',
  'resign.stay': 'Weiterspielen',
  'abandon.text': 'Sonst ist niemand da, um weiterzuspielen. Du kannst die Partie auch ohne Ergebnis beenden.',
  'abandon.confirm': 'Ohne Ergebnis beenden',
  'leave.title': 'Diese Partie verlassen?',
  'leave.text': 'Ein Bot der Stufe {level} übernimmt deinen Platz, und die anderen spielen weiter. Du kannst jederzeit zurückkommen.',
  'resign.text.alone': 'Das Spiel endet sofort, und du hast es verloren.',
  'resign.text.together': 'Das Spiel endet sofort, und ihr alle habt verloren.',
  'resign.text.others': 'Das Spiel endet sofort, und die anderen gewinnen.',
};

export const words = { en, de };
export const word = translator(words);
