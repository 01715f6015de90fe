/** It has become the reader's turn: a sound, a shake, and a number on the icon of the app; each only where it is wished for. */
import { api } from './api';
import { showWaiting } from './badge';
import { knock } from './knock';
import { settings } from './settings.svelte';

const SHAKES = [90, 60, 90];

export function signalTurn(): void {
  if (settings.turnSound) knock('turn');
  if (settings.turnShake && 'vibrate' in navigator) navigator.vibrate(SHAKES);
}

/** An app that is installed counts the games that wait. */
export function countWaiting(): void {
  if (!matchMedia('(display-mode: standalone)').matches) return;
  void api.tables().then(
    ({ tables }) => showWaiting(tables),
    () => {},
  );
}
