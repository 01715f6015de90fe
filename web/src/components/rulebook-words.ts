import { translator } from '../lib/i18n';

const en = {
  'rulebook.title': 'Rulebook',
  'rulebook.contents': 'Contents',
  'rulebook.search': 'Search the rules',
  'rulebook.found': '{n} found',
  'rulebook.nothing': 'Nothing found. Try another word, or look at the contents.',
  'rulebook.address': 'The address of this rule',
  'rulebook.loading': 'Opening the rulebook …',
  'rulebook.diagram': 'Diagram',
};

const de: Record<keyof typeof en, string> = {
  'rulebook.title': 'Regelheft',
  'rulebook.contents': 'Inhalt',
  'rulebook.search': 'In den Regeln suchen',
  'rulebook.found': '{n} gefunden',
  'rulebook.nothing': 'Nichts gefunden. Versuche ein anderes Wort, oder schau in den Inhalt.',
  'rulebook.address': 'Die Adresse dieser Regel',
  'rulebook.loading': 'Das Regelheft wird aufgeschlagen …',
  'rulebook.diagram': 'Bild',
};

export const words = { en, de };
export const word = translator(words);
