import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { CodeToken } from './highlight.ts';

/** The content of a line. There is no kind for HTML: it is a string like any other. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  /** Never loaded: only its alternative text is shown. */
  | { readonly kind: 'image'; readonly alt: string }
  | { readonly kind: 'break' };

export type Align = 'left' | 'center' | 'right' | null;

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly tokens: readonly CodeToken[] }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | {
      readonly kind: 'list';
      /** Number of the first item; undefined for bullets. */
      readonly start: number | undefined;
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: 'table';
      readonly align: readonly Align[];
      readonly header: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

export interface ListItem {
  /** True for a task that is done. */
  readonly checked: boolean | undefined;
  readonly children: readonly Block[];
}

/** The nesting depth of the parser, and the highlighter of a language. */
interface Place {
  readonly depth: number;
  readonly color: (text: string, language: string) => readonly CodeToken[];
}
const inside = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

/** Levels of nesting that are drawn; deeper ones are shown as they were written. */
const maxDepth = 40;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  copy: '©',
  deg: '°',
  euro: '€',
  gt: '>',
  hellip: '…',
  laquo: '«',
  larr: '←',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: '\u00a0',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rarr: '→',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  times: '×',
  trade: '™',
};

const decodeEntity = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
  const isHex = /^#x/i.test(name);
  const point = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
};

const decoded = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, decodeEntity);

/** The address of a link that may be followed: to a site or a mailbox, and never a script or a file. */
export const safeAddress = (href: string): string | undefined => {
  const address = decoded(href);
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
};

const inlines = (tokens: readonly Token[] | undefined, depth: number): Inline[] =>
  (tokens ?? []).flatMap((token) => inlineOf(token as MarkedToken, depth));

const inlineOf = (token: MarkedToken, depth: number): Inline[] => {
  if (depth > maxDepth) return [token.raw];
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, children: inlines(token.tokens, depth + 1) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'image':
      return [{ kind: 'image', alt: decoded(token.text) }];
    case 'link': {
      const children = inlines(token.tokens, depth + 1);
      const href = safeAddress(token.href);
      return href === undefined ? children : [{ kind: 'link', href, children }];
    }
    case 'text':
      return token.tokens ? inlines(token.tokens, depth + 1) : [decoded(token.text)];
    case 'escape':
      return [token.text];
    case 'checkbox':
      return [];
    // Raw HTML among it is shown, not run; blocks do not stand in lines.
    case 'html':
    case 'blockquote':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
      return [token.raw];
  }
};

const itemOf = (item: Tokens.ListItem, place: Place): ListItem => ({
  checked: item.task ? item.checked === true : undefined,
  children: blocks(item.tokens, inside(place)),
});

const blocks = (tokens: readonly Token[], place: Place): Block[] =>
  tokens.flatMap((token) => blockOf(token as MarkedToken, place));

const blockOf = (token: MarkedToken, place: Place): Block[] => {
  const { depth } = place;
  if (depth > maxDepth) return [{ kind: 'paragraph', children: [token.raw] }];
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'heading':
      return [{ kind: 'heading', depth: token.depth, children: inlines(token.tokens, depth) }];
    case 'code':
      return [{ kind: 'code', tokens: place.color(token.text, /^\S*/.exec(token.lang ?? '')?.[0] ?? '') }];
    case 'blockquote':
      return [{ kind: 'quote', children: blocks(token.tokens, inside(place)) }];
    case 'list':
      return [
        {
          kind: 'list',
          start: token.ordered ? Number(token.start) : undefined,
          items: token.items.map((item) => itemOf(item, place)),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          align: token.align,
          header: token.header.map((cell) => inlines(cell.tokens, depth)),
          rows: token.rows.map((row) => row.map((cell) => inlines(cell.tokens, depth))),
        },
      ];
    case 'html':
      return [{ kind: 'paragraph', children: [token.raw.trim()] }];
    case 'paragraph':
      return [{ kind: 'paragraph', children: inlines(token.tokens, depth) }];
    case 'br':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'list_item':
    case 'strong':
    case 'text':
      return [{ kind: 'paragraph', children: inlineOf(token, depth) }];
  }
};

/**
 * Reads Markdown (GitHub's) into a tree that can hold no HTML, no picture and no address that runs something.
 * @param color makes tokens of the code that stands in it.
 */
export const readMarkdown = (text: string, color: Place['color'] = (code) => [['', code]]): Block[] =>
  blocks(Lexer.lex(text, { gfm: true }), { depth: 0, color });
