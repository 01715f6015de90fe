/** The rules of style sheets, and what they say about an element. Only what our drawings use. */
import { parseCss, type AST } from 'svelte/compiler';
import type { Element } from './markup';

type Complex = AST.CSS.ComplexSelector;
type Simple = AST.CSS.SimpleSelector;
export type Declarations = Map<string, string>;

interface Rule {
  selector: Complex;
  declarations: Declarations;
  weight: number;
}

export class Styles {
  readonly #rules: Rule[];

  constructor(css: string) {
    this.#rules = parseCss(css).children.flatMap((node) => (node.type === 'Rule' ? rulesOf(node) : []));
  }

  /** What the rules and its own style say about an element, the strongest last. */
  of(element: Element): Declarations {
    const found = this.#rules.filter(({ selector }) => matches(element, selector.children)).sort((one, other) => one.weight - other.weight);
    return new Map([...found.flatMap(({ declarations }) => [...declarations]), ...own(element)]);
  }
}

function rulesOf(rule: AST.CSS.Rule): Rule[] {
  const declarations = new Map(rule.block.children.flatMap((node) => (node.type === 'Declaration' ? [[node.property, node.value] as const] : [])));
  return rule.prelude.children.map((selector) => ({ selector, declarations, weight: weightOf(selector) }));
}

function own(element: Element): [string, string][] {
  const said = element.attributes.get('style') ?? '';
  return said.split(';').flatMap((part) => {
    const [, property, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/s.exec(part) ?? [];
    return property !== undefined && value !== undefined ? [[property, value]] : [];
  });
}

const simples = (selector: Complex): Simple[] => selector.children.flatMap(({ selectors }) => selectors);

/** Names of elements count less than classes and attributes; `:where` counts nothing. */
function weightOf(selector: Complex): number {
  return simples(selector)
    .map((part) => (part.type === 'TypeSelector' ? 1 : part.type === 'PseudoClassSelector' && part.name === 'where' ? 0 : 100))
    .reduce((sum: number, part) => sum + part, 0);
}

function matches(element: Element | null, parts: AST.CSS.RelativeSelector[]): boolean {
  const last = parts.at(-1);
  if (!last || !element?.name) return false;
  if (!last.selectors.every((part) => fits(element, part))) return false;
  const rest = parts.slice(0, -1);
  if (!rest.length) return true;
  if (last.combinator?.name === '>') return matches(element.parent, rest);
  if (last.combinator?.name !== ' ') return false;
  for (let above = element.parent; above; above = above.parent) if (matches(above, rest)) return true;
  return false;
}

function fits(element: Element, part: Simple): boolean {
  const classes = (element.attributes.get('class') ?? '').split(' ');
  switch (part.type) {
    case 'TypeSelector':
      return part.name === '*' || part.name === element.name;
    case 'ClassSelector':
      return classes.includes(part.name);
    case 'AttributeSelector':
      return part.value === null ? element.attributes.has(part.name) : element.attributes.get(part.name) === part.value;
    case 'PseudoClassSelector':
      if (part.name === 'root') return false;
      return part.name === 'where' && !!part.args?.children.some(({ children }) => matches(element, children));
    default:
      return false;
  }
}

/** The variables that a style sheet sets for the whole page. */
export function rootVariables(css: string): Declarations {
  const rules = parseCss(css).children.flatMap((node) => (node.type === 'Rule' ? rulesOf(node) : []));
  const root = rules.filter(({ selector }) => simples(selector).every((part) => part.type === 'PseudoClassSelector' && part.name === 'root'));
  return new Map(root.flatMap(({ declarations }) => [...declarations].filter(([name]) => name.startsWith('--'))));
}
