import type { Drawing, Drawings } from '../../print/drawing';
import Art from './Art.svelte';
import Glyph from './Glyph.svelte';
import Head from './Head.svelte';
import { COLOURS } from './people';
import { DECKS, GOODS, MEMBERS, TRACKS } from './table';

const COLOUR = '#a33b4a';
const GLYPHS = [
  ...DECKS, ...GOODS, ...TRACKS, 'starter', 'any', 'track', 'action', 'different', 'discard', 'production', 'member', 'wonder-tile', 'hero', 'vp', 'shield',
  'bid', 'capacity', 'ward', 'tiebreak', 'trot', 'discount', 'token', 'assistant', 'ability', 'artifact', 'hourglass', 'check', 'seal', 'points', 'prestige',
  'resource', 'action-card',
];
/** Of those who ask on a New Day, and of nobody's tribe. */
const PLAIN = '#c07a1e';

const head = (who: string, colour: string): Drawing => ({ component: Head, props: { who, colour } });

const drawings: Drawings = {
  colour: COLOUR,
  parts: () => ({
    art: { component: Art, props: { colour: COLOUR } },
    ...Object.fromEntries(GLYPHS.map((name) => [`glyph ${name}`, { component: Glyph, props: { name } }])),
    ...Object.fromEntries(MEMBERS.map((who) => [`head ${who}`, head(who, PLAIN)])),
    ...Object.fromEntries(COLOURS.flatMap((colour, tribe) => MEMBERS.map((who) => [`head ${who} ${tribe + 1}`, head(who, colour)]))),
  }),
  /** Typst draws them, with these parts. */
  diagram: () => null,
};

export default drawings;
