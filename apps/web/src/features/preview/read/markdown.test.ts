import { describe, expect, it, test } from 'vitest';
import { readMarkdown, safeAddress, type Block, type Inline } from './markdown.ts';

const lineOf = (text: string): readonly Inline[] => {
  const [block] = readMarkdown(text);
  return block && 'children' in block && block.kind !== 'quote' ? block.children : [];
};
const wordsOf = (text: string): string =>
  lineOf(text)
    .map((part) => (typeof part === 'string' ? part : `{${part.kind}}`))
    .join('');
const links = (parts: readonly Inline[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string' || !('children' in part)) return [];
    return [...('href' in part ? [part.href] : []), ...links(part.children)];
  });

describe('an address', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '/api/trash/dump',
    '//example.com',
    'relative.md',
    '#part',
  ])('%j is followed by nobody', (address) => {
    expect(safeAddress(address)).toBeUndefined();
    expect(links(lineOf(`[text](<${address.replaceAll('\n', '')}>)`))).toEqual([]);
  });

  it.each([
    ['https://example.com/a?b=1&amp;c=2', 'https://example.com/a?b=1&c=2'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ])('%j leads there', (address, href) => {
    expect(links(lineOf(`[text](${address})`))).toEqual([href]);
  });
});

test('raw HTML stays what was written', () => {
  expect(readMarkdown('<script>alert(1)</script>')).toEqual<Block[]>([
    { kind: 'paragraph', children: ['<script>alert(1)</script>'] },
  ]);
  expect(wordsOf('a <img src=x onerror=alert(1)> b')).toBe('a <img src=x onerror=alert(1)> b');
});

test('a picture is told of, and has no address', () => {
  const [picture] = lineOf('![a boat](https://example.com/beacon.png)');
  expect(picture).toEqual({ kind: 'image', alt: 'a boat' });
});

test('common Markdown is read', () => {
  const text =
    '## Head\n\n**b** _i_ ~~d~~ `c`\n\n1. one\n2. two\n\n- [x] done\n\n> q\n\n| a |\n|:-:|\n| 1 |\n\n---\n';
  expect(readMarkdown(text).map(({ kind }) => kind)).toEqual(
    'heading paragraph list list quote table rule'.split(' '),
  );
  expect(wordsOf('AT&amp;T &copy; &unknown; &#x1F600;')).toBe('AT&T © &unknown; 😀');
});

test('code has the language of its fence', () => {
  const asked: string[] = [];
  readMarkdown('```ts title=x\nlet a;\n```', (text, language) => {
    asked.push(language, text);
    return [];
  });
  expect(asked).toEqual(['ts', 'let a;']);
});

test('a text that nests without end is cut off, not drawn without end', () => {
  const depthOf = (blocks: readonly Block[]): number =>
    Math.max(0, ...blocks.map((block) => (block.kind === 'quote' ? 1 + depthOf(block.children) : 1)));
  expect(depthOf(readMarkdown(`${'> '.repeat(200)}x`))).toBeLessThan(50);
});
