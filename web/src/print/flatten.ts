/** A drawing that needs no style sheet: every element says itself how it looks, in plain colours and numbers. */
import { plainColour } from './colour';
import { elementsOf, parseMarkup, writeMarkup, type Element } from './markup';
import type { Declarations, Styles } from './styles';

const COLOURS = ['fill', 'stroke', 'color', 'stop-color'];
const LOOKS = [
  ...COLOURS, 'fill-opacity', 'fill-rule', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'stroke-opacity', 'opacity',
  'font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor', 'paint-order', 'transform', 'visibility', 'display',
];
const SHAPES = [
  'id', 'd', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'dx', 'dy', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height', 'points', 'viewBox', 'offset', 'pathLength',
  'gradientUnits', 'gradientTransform', 'clip-path', 'href',
];
const FONT = /^(italic )?(?:(\d+) )?([\d.]+)px(?:\/[\d.]+)? (.+)$/;

export function flatten(markup: string, styles: Styles, variables: Declarations): string {
  const svg = parseMarkup(markup).map(innermost).find((element) => element?.name === 'svg');
  if (!svg) throw new Error('no drawing');
  plain(svg, styles, variables);
  svg.attributes.set('xmlns', 'http://www.w3.org/2000/svg');
  return writeMarkup(svg);
}

/** The drawing inside the boxes of a page that it lies in. */
function innermost(element: Element): Element | undefined {
  return element.name === 'svg' ? element : elementsOf(element).map(innermost).find(Boolean);
}

function plain(element: Element, styles: Styles, above: Declarations): void {
  const said = styles.of(element);
  const variables = new Map([...above, ...[...said].filter(([name]) => name.startsWith('--'))]);
  const looks = new Map([...said].flatMap(([name, value]) => look(name, filled(value, variables))));
  for (const child of elementsOf(element)) plain(child, styles, variables);
  const given = [...element.attributes].filter(([name]) => SHAPES.includes(name) || LOOKS.includes(name));
  const drawn = [...given, ...looks].filter(([, value]) => value !== '');
  element.attributes = new Map(drawn.map(([name, value]) => [name, COLOURS.includes(name) ? plainColour(value) : value]));
  element.children = element.children.filter((child) => (typeof child === 'string' ? child.trim() !== '' : !isUnseen(child)));
}

/** What only takes clicks. */
function isUnseen({ attributes }: Element): boolean {
  const [fill, stroke = 'none'] = [attributes.get('fill'), attributes.get('stroke')];
  return attributes.get('display') === 'none' || ((fill === 'none' || fill === '#00000000') && stroke === 'none');
}

/** What a declaration means for a drawing: nothing if it is about pages, motion or the pointer. */
function look(name: string, value: string): [string, string][] {
  if (name === 'font') {
    const [, italic, weight, size, family] = FONT.exec(value) ?? [];
    if (size === undefined || family === undefined) throw new Error(`font: ${value}`);
    return [...(italic ? [['font-style', 'italic'] as [string, string]] : []), ['font-weight', weight ?? '400'], ['font-size', size], ['font-family', family]];
  }
  if (name === 'transform') return [[name, value.replaceAll('px', '')]];
  return LOOKS.includes(name) ? [[name, value.replace(/px$/, '')]] : [];
}

/** A value with its variables filled in; one that is not set falls back to what stands behind the comma. */
function filled(value: string, variables: Declarations): string {
  const next = value.replace(/var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)/g, (whole, name: string, otherwise?: string) => {
    const found = variables.get(name) ?? otherwise;
    if (found === undefined) throw new Error(`${whole} is not set`);
    return found;
  });
  return next === value ? value : filled(next, variables);
}
