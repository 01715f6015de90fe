/** Small wooden clicks, made on the spot. */
import type { Sound } from './sound';

interface Knock {
  pitch: number;
  after: number;
  length: number;
  loud: number;
}

const KNOCKS: Record<Sound, Knock[]> = {
  place: [{ pitch: 420, after: 0, length: 0.07, loud: 0.5 }],
  shift: [{ pitch: 300, after: 0, length: 0.09, loud: 0.35 }],
  capture: [
    { pitch: 480, after: 0, length: 0.06, loud: 0.5 },
    { pitch: 240, after: 0.09, length: 0.12, loud: 0.5 },
  ],
  refuse: [{ pitch: 150, after: 0, length: 0.12, loud: 0.3 }],
  turn: [
    { pitch: 392, after: 0, length: 0.16, loud: 0.4 },
    { pitch: 523, after: 0.14, length: 0.3, loud: 0.4 },
  ],
  end: [
    { pitch: 330, after: 0, length: 0.2, loud: 0.3 },
    { pitch: 415, after: 0.16, length: 0.2, loud: 0.3 },
    { pitch: 495, after: 0.32, length: 0.4, loud: 0.3 },
  ],
};

let context: AudioContext | null = null;

export function knock(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  for (const one of KNOCKS[sound]) strike(context, one);
}

function strike(audio: AudioContext, { pitch, after, length, loud }: Knock): void {
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch * 1.6, start);
  tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
