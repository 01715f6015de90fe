import { translator } from '../lib/i18n';

const en = {
  'curtain.title': 'Pass the device to {name}',
  'curtain.text': 'Everybody else looks away. Nothing is shown until {name} is ready.',
  'curtain.ready': 'I am {name}. Show my side',
};

const de: Record<keyof typeof en, string> = {
  'curtain.title': 'Gib das Gerät an {name}',
  'curtain.text': 'Alle anderen schauen weg. Nichts ist zu sehen, bis {name} bereit ist.',
  'curtain.ready': 'Ich bin {name}. Zeig meine Seite',
};

export const words = { en, de };
export const word = translator(words);
