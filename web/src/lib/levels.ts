/** How the levels of the bots are told. */
import type { Level } from './wire';

/** '4: Club · 1480': its number, what it is called, and its Elo where that was measured. */
export const levelOption = (level: Level): string => `${level.level}: ${levelTitle(level)}`;

export const levelTitle = ({ title, elo }: Level): string => (elo === null ? title : `${title} · ${signed(elo)}`);

/** Whoever plays at random is the zero of the scale, and there are levels below. */
const signed = (elo: number): string => (elo < 0 ? `−${-elo}` : `${elo}`);

/** Those that are always equally strong: nobody says how long they think. */
export const fixed = (levels: Level[]): Level[] => levels.filter((level) => level.seconds.length === 0);
