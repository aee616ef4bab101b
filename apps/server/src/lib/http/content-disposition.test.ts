import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition } from '#lib/http/content-disposition.ts';

describe('contentDisposition', () => {
  it.each([
    ['plain.txt', 'attachment; filename=plain.txt'],
    ['Übung 1.pdf', `attachment; filename="_bung 1.pdf"; filename*=UTF-8''%C3%9Cbung%201.pdf`],
    ['€ rates.txt', `attachment; filename="_ rates.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`],
    ['a"b.txt', `attachment; filename=a_b.txt; filename*=UTF-8''a%22b.txt`],
    ['100%41.txt', `attachment; filename=100_41.txt; filename*=UTF-8''100%2541.txt`],
  ])('%s', (name, header) => expect(contentDisposition('attachment', name)).toBe(header));

  it('cannot be broken out of', () => {
    const header = contentDisposition('inline', 'a"\r\nSet-Cookie: x=1; filename="b');
    expect(header).not.toMatch(/[\r\n]/);
    expect(parse(header).parameters['filename']).toBe('a"__Set-Cookie: x=1; filename="b');
  });

  it('is one printable line for every name, and gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; [\x20-\x7e]+$/);
        const sendable = name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, '_');
        expect(parse(header).parameters['filename']).toBe(sendable);
      }),
    );
  });
});
