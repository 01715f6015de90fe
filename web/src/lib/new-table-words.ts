/** The words of the form for a new table, which come with it. */
import { translator } from './i18n';

const en = {
  'title': 'A new game of {game}',
  'quick': 'Play against a bot',
  'quick.several': 'Play against bots',
  'quick.detail': 'Level {level}: {title}',
  'quick.solo': 'Play alone',
  'or': 'or set the table yourself',
  'name.hint': 'Your friends see it at the table.',
  'players': 'Players',
  'seats': 'Who sits where',
  'seat': 'Seat {n}',
  'kind.me': 'Me',
  'kind.bot': 'Bot',
  'kind.open': 'Friend by link',
  'kind.local': 'On this device',
  'level': 'Level',
  'seconds': 'How long it thinks',
  'seconds.option': '{n} seconds',
  'stand-in': 'If somebody leaves',
  'stand-in.help': 'A bot of this level plays on in that seat until they come back.',
  'local.name': 'Their name',
  'local.guest': 'Guest',
  'options': 'Options',
  'elsewhere': 'At other tables: {options}.',
  'range': '{least} to {most}',
  'bad-number': 'A whole number from {least} to {most}, please.',
  'rule': 'Rule {clause}',
  'open': 'Set the table',
  'no-me': 'You have no seat at this table: you will be watching.',
  'position': 'Begin with a position',
  'position.help': 'As the game writes it, for example in a record. Its options hold.',
};

export type FormWord = keyof typeof en;

const de: Record<FormWord, string> = {
  'title': 'Eine neue Partie {game}',
  'quick': 'Gegen einen Bot spielen',
  'quick.several': 'Gegen Bots spielen',
  'quick.detail': 'Stufe {level}: {title}',
  'quick.solo': 'Allein spielen',
  'or': 'oder den Tisch selbst decken',
  'name.hint': 'Deine Freunde sehen ihn am Tisch.',
  'players': 'Personen',
  'seats': 'Wer sitzt wo',
  'seat': 'Platz {n}',
  'kind.me': 'Ich',
  'kind.bot': 'Bot',
  'kind.open': 'Freund per Link',
  'kind.local': 'An diesem Gerät',
  'level': 'Stufe',
  'seconds': 'Wie lange es denkt',
  'seconds.option': '{n} Sekunden',
  'stand-in': 'Wenn jemand geht',
  'stand-in.help': 'Ein Bot dieser Stufe spielt auf diesem Platz weiter, bis die Person zurückkommt.',
  'local.name': 'Name der Person',
  'local.guest': 'Gast',
  'options': 'Optionen',
  'elsewhere': 'An anderen Tischen: {options}.',
  'range': '{least} bis {most}',
  'bad-number': 'Bitte eine ganze Zahl von {least} bis {most}.',
  'rule': 'Regel {clause}',
  'open': 'Tisch decken',
  'no-me': 'Du hast keinen Platz an diesem Tisch: du schaust zu.',
  'position': 'Mit einer Stellung beginnen',
  'position.help': 'Wie das Spiel sie schreibt, etwa in einer Aufzeichnung. Ihre Optionen gelten.',
};

export const words = { en, de };

export const say = translator(words);
