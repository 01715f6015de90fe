/** What the server is asked about one's own devices. */
import { call } from '../../lib/api';
import type { DeleteMe, JoinedPerson, LinkForDevice, LinkOffer, NewPasskey, OwnDevices, PasskeyAnswer, PasskeyQuestion } from '../../lib/wire';

export const people = {
  devices: () => call<OwnDevices>('me/devices'),
  makeLink: (name: string) => call<LinkForDevice>('me/links', { name }),
  rename: (name: string) => call<OwnDevices>('me/name', { name }),
  look: (secret: string) => call<LinkOffer>('along/look', { secret }),
  follow: (secret: string) => call<JoinedPerson>('along', { secret }),
  signOut: (device: string) => call<OwnDevices>(`me/devices/${encodeURIComponent(device)}/sign-out`, {}),
  signOutOthers: () => call<OwnDevices>('me/sign-out', {}),
  askForPasskey: (name: string) => call<PasskeyQuestion>('me/passkeys/question', { name }),
  addPasskey: (made: NewPasskey) => call<OwnDevices>('me/passkeys', made),
  renamePasskey: (id: string, name: string) => call<OwnDevices>(`me/passkeys/${encodeURIComponent(id)}/name`, { name }),
  removePasskey: (id: string) => call<OwnDevices>(`me/passkeys/${encodeURIComponent(id)}/remove`, {}),
  askWho: () => call<PasskeyQuestion>('sign-in/question', {}),
  deleteMe: () => call<OwnDevices>('me/delete', { sure: 'delete everything' } satisfies DeleteMe),
  dataAddress: '/api/me/data',
  signIn: (answer: PasskeyAnswer) => call<JoinedPerson>('sign-in', answer),
};
