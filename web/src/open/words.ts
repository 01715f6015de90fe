import { translator } from '../lib/i18n';

const en = {
  'title': 'Open tables',
  'none': 'Nobody waits for players just now. Set a table with a free seat and let everybody find it.',
  'filter': 'Game',
  'filter.all': 'All games',
  'filter.none': 'Nobody waits for players in this game.',
  'list': 'Open tables, {n}',
  'free.one': '1 free seat',
  'free': '{n} free seats',
  'with': 'with {names}',
  'no-clock': 'No clock',
  'away': 'Nobody is there at the moment',
  'sit': 'Sit down',
  'sit.at': 'Sit down: {game} with {names}',
  'look': 'Look first',
  'yours': 'Your table',
  'new': 'Who may come',
  'new.private': 'Only those with the link',
  'new.open': 'Everybody: the table is listed in the lobby until it is full',
  'host.open': 'Everybody can find this table in the lobby.',
  'host.private': 'Only those who have the link find this table.',
  'host.show': 'List it in the lobby',
  'host.hide': 'Take it out of the lobby',
};

const de: Record<keyof typeof en, string> = {
  'title': 'Offene Tische',
  'none': 'Gerade wartet niemand auf Mitspieler. Deck einen Tisch mit einem freien Platz und lass alle ihn finden.',
  'filter': 'Spiel',
  'filter.all': 'Alle Spiele',
  'filter.none': 'In diesem Spiel wartet niemand auf Mitspieler.',
  'list': 'Offene Tische, {n}',
  'free.one': '1 freier Platz',
  'free': '{n} freie Plätze',
  'with': 'mit {names}',
  'no-clock': 'Ohne Uhr',
  'away': 'Gerade ist niemand da',
  'sit': 'Platz nehmen',
  'sit.at': 'Platz nehmen: {game} mit {names}',
  'look': 'Erst ansehen',
  'yours': 'Dein Tisch',
  'new': 'Wer kommen darf',
  'new.private': 'Nur wer den Link hat',
  'new.open': 'Alle: Der Tisch steht in der Übersicht, bis er voll ist',
  'host.open': 'Alle finden diesen Tisch in der Übersicht.',
  'host.private': 'Diesen Tisch findet nur, wer den Link hat.',
  'host.show': 'In die Übersicht stellen',
  'host.hide': 'Aus der Übersicht nehmen',
};

export const words = { en, de };
export const say = translator(words);
