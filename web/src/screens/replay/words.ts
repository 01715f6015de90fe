import { translator } from '../../lib/i18n';

const en = {
  'title': 'Look at a record',
  'back': 'All games',
  'about': 'A record is a whole game as a text. Take one from a finished table, from a report of the lab, or from alcove play.',
  'choose': 'Choose a file',
  'drop': 'or drop it here',
  'other': 'Another record',
  'loading': 'One moment …',
  'too-long': 'That is too long for a record.',
  'start': 'The start',
  'share': 'The address of this page holds the whole game: whoever has it can look at it here.',
};

const de: Record<keyof typeof en, string> = {
  'title': 'Eine Aufzeichnung ansehen',
  'back': 'Alle Spiele',
  'about': 'Eine Aufzeichnung ist eine ganze Partie als Text. Es gibt sie an beendeten Tischen, in Berichten des Labors und von alcove play.',
  'choose': 'Datei wählen',
  'drop': 'oder hier ablegen',
  'other': 'Andere Aufzeichnung',
  'loading': 'Einen Moment …',
  'too-long': 'Das ist zu lang für eine Aufzeichnung.',
  'start': 'Der Beginn',
  'share': 'Die Adresse dieser Seite enthält die ganze Partie: Wer sie hat, kann sie hier ansehen.',
};

export const word = translator({ en, de });
