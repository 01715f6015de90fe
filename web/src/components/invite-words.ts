import { translator } from '../lib/i18n';

const en = {
  'invite.title': 'Links to this table',
  'invite.table': 'Table link',
  'invite.table.open': 'Send it to a friend. Whoever opens it can take the open seat, or watch.',
  'invite.table.watch': 'Whoever opens it can watch.',
  'invite.seat': 'Seat link: {seat}',
  'invite.seat.hint': 'Your own key to this seat. Open it on another device to go on there, and keep it to yourself.',
  'invite.qr': 'The link as a code for a camera',
  'invite.alone': 'Only this machine can open the link: the server listens to nobody else. To let others in, start it with',
  'invite.near': 'For people in your own network.',
};

const de: Record<keyof typeof en, string> = {
  'invite.title': 'Links zu diesem Tisch',
  'invite.table': 'Tisch-Link',
  'invite.table.open': 'Schick ihn einem Freund. Wer ihn öffnet, kann den freien Platz nehmen oder zuschauen.',
  'invite.table.watch': 'Wer ihn öffnet, kann zuschauen.',
  'invite.seat': 'Platz-Link: {seat}',
  'invite.seat.hint': 'Dein Schlüssel zu diesem Platz. Öffne ihn auf einem anderen Gerät, um dort weiterzuspielen, und gib ihn nicht weiter.',
  'invite.qr': 'Der Link als Code für eine Kamera',
  'invite.alone': 'Nur dieser Rechner kann den Link öffnen: Der Server hört auf niemand anderen. Damit andere hereinkommen, starte ihn mit',
  'invite.near': 'Für Leute in deinem eigenen Netz.',
};

export const words = { en, de };
export const word = translator(words);
