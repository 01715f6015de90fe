/** Strokes of a coloured pencil, the same for the same box every time. Units are boxes, y grows downwards. */
import { columnOf, rowOf, WIDTH, type Box, type Letter } from './table';

export const xOf = (box: Box) => columnOf(box);
export const yOf = (box: Box) => WIDTH - 1 - rowOf(box);

/** A number from -1 to 1 that looks like chance. */
function waver(x: number, y: number, number: number): number {
  const wave = Math.sin(x * 127.1 + y * 311.7 + number * 74.7) * 43758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
}

type Stroke = [number, number, number, number];

const INSET = 0.05;
const SPREAD = [0.3, 0.65, 1, 1.35, 1.7];
const LEVELS = [0.14, 0.32, 0.5, 0.68, 0.86];

const rising: Stroke[] = SPREAD.map((sum) => [Math.max(0, sum - 1), Math.min(1, sum), Math.min(1, sum), Math.max(0, sum - 1)]);
const falling: Stroke[] = rising.map(([x1, y1, x2, y2]) => [1 - x1, y1, 1 - x2, y2]);
const level: Stroke[] = LEVELS.map((y) => [0, y, 1, y]);
const upright: Stroke[] = LEVELS.map((x) => [x, 0, x, 1]);

/** Each community has a hand of its own. */
const HANDS: Record<Letter, Stroke[]> = {
  r: rising,
  b: level,
  g: falling,
  y: upright,
  n: [...rising.filter((_, index) => index % 2 === 0), ...falling.filter((_, index) => index % 2 === 0)],
  d: [...level.filter((_, index) => index % 2 === 0), ...upright.filter((_, index) => index % 2 === 0)],
};

const inside = (number: number) => Math.max(INSET, Math.min(1 - INSET, number));
const short = (number: number) => String(Math.round(number * 1000) / 1000);

export function hatch(box: Box, letter: Letter): string {
  const [x, y] = [xOf(box), yOf(box)];
  return HANDS[letter]
    .map((stroke, index) => {
      const [x1, y1, x2, y2] = stroke.map((at, end) => inside(at + 0.05 * waver(x + end, y, index))) as Stroke;
      const bend = 0.04 * waver(x, y, index + 40);
      const [mx, my] = [(x1 + x2) / 2 + bend, (y1 + y2) / 2 + bend];
      return `M${short(x + x1)} ${short(y + y1)}Q${short(x + mx)} ${short(y + my)} ${short(x + x2)} ${short(y + y2)}`;
    })
    .join('');
}

/** The boxes as squares, for a wash of colour. */
export function squares(boxes: Box[]): string {
  return boxes.map((box) => `M${xOf(box)} ${yOf(box)}h1v1h-1z`).join('');
}

/** The lines around boxes that belong together. */
export function outline(boxes: Box[]): string {
  const all = new Set(boxes.map((box) => `${xOf(box)} ${yOf(box)}`));
  const has = (x: number, y: number) => all.has(`${x} ${y}`);
  return boxes
    .flatMap((box) => {
      const [x, y] = [xOf(box), yOf(box)];
      return [
        has(x, y - 1) ? '' : `M${x} ${y}h1`,
        has(x, y + 1) ? '' : `M${x} ${y + 1}h1`,
        has(x - 1, y) ? '' : `M${x} ${y}v1`,
        has(x + 1, y) ? '' : `M${x + 1} ${y}v1`,
      ];
    })
    .join('');
}

/** A symbol for each community, around its middle: a tent, waves, a leaf, a sun, a jewel, a cross. */
export const SYMBOLS: Record<Letter, string> = {
  r: 'M-.2 .15L0 -.2L.2 .15ZM-.06 .15L0 .02L.06 .15',
  b: 'M-.22 -.07q.055 -.11 .11 0t.11 0t.11 0t.11 0M-.22 .09q.055 -.11 .11 0t.11 0t.11 0t.11 0',
  g: 'M-.16 .17Q-.22 -.15 .17 -.17Q.17 .17 -.16 .17ZM-.2 .21L.06 -.06',
  y: 'M.1 0A.1 .1 0 1 1 -.1 0A.1 .1 0 1 1 .1 0ZM0 -.23V-.17M0 .23V.17M-.23 0H-.17M.23 0H.17M-.16 -.16L-.12 -.12M.16 .16L.12 .12M-.16 .16L-.12 .12M.16 -.16L.12 -.12',
  n: 'M0 -.2L.18 -.03L0 .2L-.18 -.03ZM-.18 -.03H.18',
  d: 'M-.14 -.14L.14 .14M.14 -.14L-.14 .14',
};

/** Checks as they are counted with a pencil: four strokes and one across. */
export function tally(checks: number): { path: string; width: number } {
  let path = '';
  let x = 2;
  for (let number = 1; number <= checks; number += 1) {
    if (number % 5 === 0) {
      path += `M${x - 16} 12.5L${x - 1} 3.5`;
      x += 4;
    } else {
      path += `M${short(x + waver(number, checks, 1))} 3L${short(x + waver(number, checks, 2))} 13`;
      x += 4;
    }
  }
  return { path, width: Math.max(4, x) };
}
