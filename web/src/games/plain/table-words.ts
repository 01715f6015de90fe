import { translator } from '../../lib/i18n';

const en = {
  'plain.keys': 'Choices by number or letter',
  'plain.yes': 'yes',
  'plain.no': 'no',
  'plain.none': 'none',
  'plain.state': 'On the table',
  'plain.choices': 'What you can do',
  'plain.wait': 'Nothing to choose right now.',
  'plain.filter': 'Find a choice',
  'plain.rest': '{n} more: type to find them.',
};

const de: Record<keyof typeof en, string> = {
  'plain.keys': 'Wahl nach Nummer oder Buchstabe',
  'plain.yes': 'ja',
  'plain.no': 'nein',
  'plain.none': 'nichts',
  'plain.state': 'Auf dem Tisch',
  'plain.choices': 'Was du tun kannst',
  'plain.wait': 'Gerade ist nichts zu wählen.',
  'plain.filter': 'Auswahl suchen',
  'plain.rest': '{n} weitere: tippe, um sie zu finden.',
};

export const words = { en, de };
export const word = translator(words);
