/** The markup that a component is rendered to, as a tree, and the tree as markup again. */

export interface Element {
  name: string;
  attributes: Map<string, string>;
  children: (Element | string)[];
  parent: Element | null;
}

const TOKEN = /<!--[\s\S]*?-->|<\/([\w:-]+)>|<([\w:-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;

export function parseMarkup(markup: string): Element[] {
  const top: Element = { name: '', attributes: new Map(), children: [], parent: null };
  let open = top;
  for (const [whole, closed, name, attributes = '', empty, text] of markup.matchAll(TOKEN)) {
    if (closed !== undefined) open = open.parent ?? top;
    else if (name !== undefined) {
      const element: Element = { name, attributes: new Map(), children: [], parent: open };
      for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) element.attributes.set(key, value);
      open.children.push(element);
      if (!empty) open = element;
    } else if (text !== undefined && !whole.startsWith('<!--')) open.children.push(text);
  }
  return elementsOf(top);
}

export function elementsOf({ children }: Element): Element[] {
  return children.filter((child): child is Element => typeof child !== 'string');
}

export function writeMarkup({ name, attributes, children }: Element): string {
  const named = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('');
  const inside = children.map((child) => (typeof child === 'string' ? child : writeMarkup(child))).join('');
  return inside ? `<${name}${named}>${inside}</${name}>` : `<${name}${named}/>`;
}
