import { translator } from '../lib/i18n';

const en = {
  'away.left': 'You have left. A bot of level {level} plays on for {name}.',
  'away.return': 'Come back',
  'away.gone': '{name} has been away for a while, and everybody waits.',
  'away.replace': 'Let a bot play on (level {level})',
  'clock.title': 'Time left',
  'clock.left': '{name}: {time} left',
  'clock.day': 'd',
  'clock.hour': 'h',
  'clock.stands': 'stands',
  'clock.short': '{name}, your time runs short.',
  'clock.out': '{name} has run out of time.',
  'clock.out.me': 'You have run out of time. You can still move, as long as the others wait.',
  'clock.out.alone': 'You have run out of time. Nobody minds: just go on.',
  'clock.claim': 'Claim the win',
  'clock.wait': 'Wait',
};

const de: Record<keyof typeof en, string> = {
  'away.left': 'Du bist gegangen. Ein Bot der Stufe {level} spielt für {name} weiter.',
  'away.return': 'Zurückkommen',
  'away.gone': '{name} ist seit einer Weile fort, und alle warten.',
  'away.replace': 'Einen Bot weiterspielen lassen (Stufe {level})',
  'clock.title': 'Übrige Zeit',
  'clock.left': '{name}: noch {time}',
  'clock.day': 'T',
  'clock.hour': 'Std',
  'clock.stands': 'steht',
  'clock.short': '{name}, deine Zeit wird knapp.',
  'clock.out': '{name} hat die Zeit überschritten.',
  'clock.out.me': 'Deine Zeit ist abgelaufen. Solange die anderen warten, kannst du noch ziehen.',
  'clock.out.alone': 'Deine Zeit ist abgelaufen. Das stört niemanden: Spiel einfach weiter.',
  'clock.claim': 'Den Sieg beanspruchen',
  'clock.wait': 'Warten',
};

export const words = { en, de };
export const word = translator(words);
