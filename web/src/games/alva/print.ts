import type { Drawings } from '../../print/drawing';
import Art from './Art.svelte';
import { viewBox } from './geometry';
import Stone from './Stone.svelte';
import Wood from './Wood.svelte';

const COLOUR = '#9a5b2d';
const SIZES = [5, 7, 9];
const drawings: Drawings = {
  colour: COLOUR,
  parts: () => ({
    art: { component: Art, props: { colour: COLOUR } },
    ...Object.fromEntries(SIZES.map((size) => [`board-${size}`, { component: Wood, props: { size }, box: viewBox(size) }])),
    white: { component: Stone, props: { side: 0, shadow: false }, box: '-0.5 -0.5 1 1' },
    black: { component: Stone, props: { side: 1, shadow: false }, box: '-0.5 -0.5 1 1' },
  }),
};

export default drawings;
