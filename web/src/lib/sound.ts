/** How the table sounds. Silent unless switched on. */
import { settings } from './settings.svelte';

export type Sound = 'place' | 'shift' | 'capture' | 'refuse' | 'end' | 'turn';

export function play(sound: Sound): void {
  if (settings.sound) void import('./knock').then(({ knock }) => knock(sound));
}
