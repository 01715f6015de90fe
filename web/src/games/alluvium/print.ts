import type { Drawings } from '../../print/drawing';
import Art from './Art.svelte';
import Form from './Form.svelte';
import Paper from './Paper.svelte';
import Symbol from './Symbol.svelte';
import type { Cell, Letter } from './table';

interface Told {
  /** The boxes of each form, turned by so many degrees: `Hook 90`. */
  forms: Record<string, Cell[]>;
  letters: Letter[];
  solid: string[];
}

const COLOUR = '#3d7a6f';

const drawings: Drawings = {
  colour: COLOUR,
  parts: ({ print }) => {
    const { forms, letters, solid } = print as unknown as Told;
    const inEachColour = (letter: Letter) => Object.entries(forms).map(([form, cells]) => [`${form} ${letter}`, { component: Form, props: { cells, letter } }]);
    return {
      art: { component: Art, props: { colour: COLOUR } },
      sheet: { component: Paper, props: { drawings: [], solid } },
      ...Object.fromEntries(letters.map((letter) => [`sign ${letter}`, { component: Symbol, props: { letter } }])),
      ...Object.fromEntries(letters.flatMap(inEachColour)),
    };
  },
};

export default drawings;
