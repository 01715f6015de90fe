import { translator } from './i18n';

const en = {
  'time.title': 'Time',
  'time.none': 'As much as you like',
  'time.live': 'In one sitting',
  'time.live.option': '{minutes} min for the game, +{added} s a move',
  'time.custom': 'Other times …',
  'time.long': 'Over days',
  'time.day': 'A day for each move',
  'time.days': '{n} days for each move',
  'time.minutes': 'Minutes for the game',
  'time.added': 'Seconds added a move',
  'time.nights': 'Clocks stand from 10 p.m. to 7 a.m.',
  'time.weekends': 'Clocks stand on Saturdays and Sundays',
  'time.help': 'Whoever runs out of time loses nothing by it alone: the others choose what becomes of it.',
};

const de: Record<keyof typeof en, string> = {
  'time.title': 'Bedenkzeit',
  'time.none': 'So viel ihr mögt',
  'time.live': 'An einem Stück',
  'time.live.option': '{minutes} min für das Spiel, +{added} s je Zug',
  'time.custom': 'Andere Zeiten …',
  'time.long': 'Über Tage',
  'time.day': 'Ein Tag für jeden Zug',
  'time.days': '{n} Tage für jeden Zug',
  'time.minutes': 'Minuten für das Spiel',
  'time.added': 'Sekunden dazu je Zug',
  'time.nights': 'Die Uhren stehen von 22 bis 7 Uhr',
  'time.weekends': 'Die Uhren stehen samstags und sonntags',
  'time.help': 'Wessen Zeit abläuft, der verliert dadurch allein nichts: Die anderen wählen, was daraus wird.',
};

export const words = { en, de };
export const word = translator(words);
