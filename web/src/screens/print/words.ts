import { translator } from '../../lib/i18n';

const en = {
  title: 'Print {game}',
  lobby: 'All games',
  about: 'PDFs at their true size, with the drawings of the table. Print at 100 %: on every sheet is a bar of 50 mm to check it.',
  paper: 'Paper',
  a4: 'A4 (210 × 297 mm)',
  letter: 'Letter (8.5 × 11 in)',
  ink: 'Ink',
  colour: 'Colour',
  grey: 'Black and white, saving ink',
  language: 'Language',
  en: 'English',
  de: 'Deutsch',
  documents: 'What there is',
  download: 'Download',
  making: 'Being made …',
  backs: 'Cards with backs are printed on both sides, turned over the long edge.',
  fold: 'The rulebook to fold is printed on both sides, turned over the short edge.',
};

const de: Record<keyof typeof en, string> = {
  title: '{game} drucken',
  lobby: 'Alle Spiele',
  about: 'PDFs in wahrer Größe, mit den Zeichnungen des Tisches. Drucke mit 100 %: Auf jedem Blatt steht ein Maßstab von 50 mm zur Kontrolle.',
  paper: 'Papier',
  a4: 'A4 (210 × 297 mm)',
  letter: 'Letter (8,5 × 11 Zoll)',
  ink: 'Tinte',
  colour: 'Farbe',
  grey: 'Schwarz-weiß, spart Tinte',
  language: 'Sprache',
  en: 'English',
  de: 'Deutsch',
  documents: 'Was es gibt',
  download: 'Herunterladen',
  making: 'Wird gemacht …',
  backs: 'Karten mit Rückseiten druckst du beidseitig, über die lange Kante gewendet.',
  fold: 'Das Regelheft zum Falten druckst du beidseitig, über die kurze Kante gewendet.',
};

export const say = translator({ en, de });
