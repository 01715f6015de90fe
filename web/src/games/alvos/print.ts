import { peopleCalled } from '../../lib/seats';
import type { Drawings, Known } from '../../print/drawing';
import Alvo from './Alvo.svelte';
import Art from './Art.svelte';
import Cave from './Cave.svelte';
import Die from './Die.svelte';
import Engineer from './Engineer.svelte';
import { VIEW_BOX } from './geometry';
import Ground from './Ground.svelte';
import { COLOURS, people } from './people';
import { alvos, type AlvosView } from './table';
import Thing from './Thing.svelte';

const COLOUR = '#5b4a8a';
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
const UNMARKED = { legal: null, picked: false, previewed: false, hinted: false };
const nothing = () => {};

function tableAt({ steps }: Known, step: string | undefined): AlvosView {
  const view = steps[step ?? ''];
  if (!view) throw new Error(`there is no step ${step}`);
  return alvos(view);
}

const drawings: Drawings = {
  colour: COLOUR,
  parts: (known) => ({
    art: { component: Art, props: { colour: COLOUR } },
    board: { component: Ground, props: { inner: tableAt(known, 'both').inner, outer: tableAt(known, 'both').outer }, box: VIEW_BOX },
    engineer: { component: Engineer, props: {}, box: '-38 -38 76 76' },
    bolt: { component: Thing, props: { what: 'bolt' } },
    wild: { component: Thing, props: { what: 'wild' } },
    ...Object.fromEntries([2, 3, 4, 5, 6].map((kind) => [`cog-${kind}`, { component: Thing, props: { what: kind } }])),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((value) => [`die-${value}`, { component: Die, props: { value } }])),
    ...Object.fromEntries(COLOURS.map((colour, seat) => [`alvo-${seat}`, { component: Alvo, props: { colour, initial: '' }, box: '-38 -44 76 76' }])),
  }),
  diagram: (lines, known) => {
    const table = tableAt(known, lines[0]?.split(': ')[1]);
    const present = people(peopleCalled(NAMES.slice(0, table.alvos.length)));
    const props = { table, people: present, marks: () => UNMARKED, lastSeat: null, onhex: nothing, onenter: nothing, onescape: nothing };
    return { component: Cave, props };
  },
};

export default drawings;
