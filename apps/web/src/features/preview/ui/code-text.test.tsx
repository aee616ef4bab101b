import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CodeText } from './code-text.tsx';

const isWrapped = (text: string, prose: boolean): boolean =>
  renderToStaticMarkup(<CodeText {...{ text, prose }} blocks={undefined} />).includes('data-wraps');

test('lines of prose break at the edge of the window, those of code only where they are endless', () => {
  expect([isWrapped('Dear reader', true), isWrapped('const a = 1;', false)]).toEqual([true, false]);
  expect(isWrapped('0'.repeat(2001), false)).toBe(true);
});
