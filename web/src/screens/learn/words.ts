import { translator } from '../../lib/i18n';

const en = {
  'title': '{game}: your first game',
  'loading': 'Setting up the board …',
  'missing': 'There is no lesson for this game yet.',
  'step': 'Step {n} of {of}',
  'steps': 'All steps',
  'done': 'done',
  'here': 'you are here',
  'next': 'Go on',
  'skip': 'Skip this step',
  'back': 'Back',
  'over': 'Start over',
  'show': 'Show me',
  'rule': 'Rule {clause}',
  'wrong': 'That is allowed, but this step asks for something else.',
  'watch': 'Read, then go on.',
  'play': 'Play your first game',
  'other': 'Other player {n}',
  'close': 'Close',
  'coach': 'What to do',
  'lobby': 'All games',
};

const de: Record<keyof typeof en, string> = {
  'title': '{game}: dein erstes Spiel',
  'loading': 'Das Brett wird aufgebaut …',
  'missing': 'Für dieses Spiel gibt es noch keine Lektion.',
  'step': 'Schritt {n} von {of}',
  'steps': 'Alle Schritte',
  'done': 'erledigt',
  'here': 'hier bist du',
  'next': 'Weiter',
  'skip': 'Schritt überspringen',
  'back': 'Zurück',
  'over': 'Von vorn',
  'show': 'Zeig es mir',
  'rule': 'Regel {clause}',
  'wrong': 'Das ist erlaubt, gefragt ist hier aber etwas anderes.',
  'watch': 'Lies, dann geh weiter.',
  'play': 'Spiel deine erste Partie',
  'other': 'Mitspieler {n}',
  'close': 'Schließen',
  'coach': 'Was zu tun ist',
  'lobby': 'Alle Spiele',
};

export const say = translator({ en, de });
