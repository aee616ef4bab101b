import { expect, test } from 'vitest';
import { blockLines, highlight, languageOf } from './highlight.ts';

const joined = (text: string, language?: string): string =>
  highlight(text, language)
    .flatMap(({ tokens }) => tokens.map(([, part]) => part))
    .join('');

test('tokens make up the text, whatever is in it', () => {
  const code = 'export const a = `x ${1 + "</script>"}`; // <img>\n/* open';
  for (const language of [undefined, 'ts', 'xml', 'python', 'json'])
    expect(joined(code, language)).toBe(code);
});

test('special code has a name', () => {
  const [block] = highlight('const a = "b";', 'js');
  expect(block?.tokens).toContainEqual(['keyword', 'const']);
  expect(block?.tokens).toContainEqual(['string', '"b"']);
});

test('markup with scripts and styles is coloured through', () => {
  const html = '<style>a { color: red }</style><script>let x = 1;</script>';
  expect(joined(html, 'html')).toBe(html);
  expect(highlight(html, 'html')[0]?.tokens).toContainEqual(['keyword', 'let']);
});

test('long texts are cut after whole lines, also within one token', () => {
  const text = `/*\n${'line\n'.repeat(250)}*/\nlet a;`;
  const blocks = highlight(text, 'js');
  expect(blocks.map((block) => block.text).join('')).toBe(text);
  expect(blocks.map((block) => block.text.split('\n').length - 1)).toEqual([blockLines, blockLines, 52]);
  expect(blocks[1]?.tokens.map(([scope]) => scope)).toEqual(['comment']);
});

test('languages are known by the ends of names, and none is made up', () => {
  expect(['ts', 'py', 'html', 'htm', 'vue', 'yml', 'dockerfile'].every(languageOf)).toBe(true);
  expect(languageOf('nonsense')).toBeUndefined();
  expect(languageOf('constructor')).toBeUndefined();
});
