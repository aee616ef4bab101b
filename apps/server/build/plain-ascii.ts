import type { Plugin } from 'rolldown';

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Writes all but ASCII as escapes, which mean the same in strings, templates, patterns and names. One other character, and V8 would keep
 * the whole of a file's text in two bytes a character.
 */
export const escapeNonAscii = (): Plugin => ({
  name: 'plain-ascii',
  renderChunk: (code) => ({ code: code.replaceAll(/[^\x00-\x7f]+/g, escaped), map: null }),
});
