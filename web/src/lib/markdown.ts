/**
 * The small part of Markdown that the rulebooks use, as a tree. Nothing here makes HTML: the tree is drawn by
 * components, so text stays text.
 */

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };

export type Block =
  | { kind: 'heading'; level: number; content: Inline[]; id: string }
  | { kind: 'paragraph'; content: Inline[]; clause: string | null }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'fence'; language: string; caption: string; lines: string[] };

const FENCE = /^```(\S*)\s*$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const BULLET = /^\s*[-*]\s+(.*)$/;
const NUMBERED = /^\s*\d+[.)]\s+(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^\s*\|[\s:|-]+\|\s*$/;
const CLAUSE = /^\*\*\[([A-Z0-9-]+)\]\*\*\s*/;
const CAPTION = /^caption:\s*(.*)$/;
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`/g;

export function parse(markdown: string): Block[] {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (line.trim() === '') {
      at += 1;
    } else if (fence) {
      const end = closing(lines, at + 1);
      blocks.push(fenced(fence[1] ?? '', lines.slice(at + 1, end)));
      at = end + 1;
    } else if (heading) {
      const content = inline(heading[2] ?? '');
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, content, id: slug(plain(content)) });
      at += 1;
    } else if (ROW.test(line) && RULE.test(lines[at + 1] ?? '')) {
      const end = paragraphEnd(lines, at);
      blocks.push(table(lines.slice(at, end)));
      at = end;
    } else if (BULLET.test(line) || NUMBERED.test(line)) {
      const end = paragraphEnd(lines, at);
      blocks.push(list(lines.slice(at, end)));
      at = end;
    } else {
      const end = paragraphEnd(lines, at);
      blocks.push(paragraph(lines.slice(at, end).join(' ')));
      at = end;
    }
  }
  return blocks;
}

export function inline(text: string): Inline[] {
  const content: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) content.push({ kind: 'text', text: text.slice(at, match.index) });
    const [whole, strong, em, code] = match;
    if (strong !== undefined) content.push({ kind: 'strong', text: strong });
    else if (em !== undefined) content.push({ kind: 'em', text: em });
    else if (code !== undefined) content.push({ kind: 'code', text: code });
    at = match.index + whole.length;
  }
  if (at < text.length) content.push({ kind: 'text', text: text.slice(at) });
  return content;
}

/** The words of a line without its marks. */
export function plain(content: Inline[]): string {
  return content.map(({ text }) => text).join('');
}

/** All words of a block, to search in. */
export function wordsOf(block: Block): string {
  if (block.kind === 'heading') return plain(block.content);
  if (block.kind === 'paragraph') return `${block.clause ?? ''} ${plain(block.content)}`;
  if (block.kind === 'list') return block.items.map(plain).join(' ');
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(plain).join(' ');
  return block.caption;
}

/** The blocks that have the wanted words, each below the heading of its chapter. */
export function found(blocks: Block[], wanted: string): Block[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return blocks;
  const shown: Block[] = [];
  let heading: Block | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading') heading = block;
    const said = wordsOf(block).toLowerCase();
    if (block.kind === 'heading' || !words.every((word) => said.includes(word))) continue;
    if (heading && !shown.includes(heading)) shown.push(heading);
    shown.push(block);
  }
  return shown;
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

function table(lines: string[]): Block {
  const cells = (line: string) => (ROW.exec(line)?.[1] ?? line).split('|').map((cell) => inline(cell.trim()));
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}

function paragraph(text: string): Block {
  const clause = CLAUSE.exec(text);
  return { kind: 'paragraph', clause: clause?.[1] ?? null, content: inline(clause ? text.slice(clause[0].length) : text) };
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = BULLET.exec(line) ?? NUMBERED.exec(line);
    if (item) items.push(item[1] ?? '');
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', ordered: NUMBERED.test(lines[0] ?? ''), items: items.map(inline) };
}

function fenced(language: string, lines: string[]): Block {
  const caption = CAPTION.exec(lines[0] ?? '');
  return { kind: 'fence', language, caption: caption?.[1] ?? '', lines: caption ? lines.slice(1) : lines };
}

function closing(lines: string[], from: number): number {
  const end = lines.findIndex((line, index) => index >= from && line.startsWith('```'));
  return end < 0 ? lines.length : end;
}

function paragraphEnd(lines: string[], from: number): number {
  let end = from + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (line.trim() === '' || FENCE.test(line) || HEADING.test(line)) break;
    end += 1;
  }
  return end;
}
