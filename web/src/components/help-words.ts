import { translator } from '../lib/i18n';

const en = {
  'explain': 'What is this?',
  'title': 'Keys',
  'key.space': 'Space',
  'key.shift': 'Shift',
  'undo': 'Take back',
  'hint': 'Show me a move',
  'flip': 'Turn the board',
  'rules': 'Rulebook',
  'chat': 'Write in the chat',
  'sound': 'Sound on or off',
  'back-forward': 'Look back and forward',
  'help': 'This list',
  'replay': 'Step by step, after the end and while looking back',
  'play': "Pause the others' turns; play the game after the end",
};

export type HelpWord = keyof typeof en;

const de: Record<HelpWord, string> = {
  'explain': 'Was ist das?',
  'title': 'Tasten',
  'key.space': 'Leertaste',
  'key.shift': 'Umschalt',
  'undo': 'Zurücknehmen',
  'hint': 'Einen Zug zeigen',
  'flip': 'Brett drehen',
  'rules': 'Regelheft',
  'chat': 'Etwas sagen',
  'sound': 'Ton an oder aus',
  'back-forward': 'Zurück- und vorblättern',
  'help': 'Diese Liste',
  'replay': 'Schritt für Schritt, nach dem Ende und beim Zurückblicken',
  'play': 'Die Züge der anderen anhalten; nach dem Ende das Spiel abspielen',
};

export const words = { en, de };

export const say = translator(words);
