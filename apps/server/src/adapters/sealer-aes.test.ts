import { describe, expect, it } from 'vitest';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { UnsealableError } from '#ports/sealer.ts';

const key = Buffer.alloc(32, 1);
const sealer = createAesSealer(key);

describe('a sealed secret', () => {
  it.each(['', 'hunter2', 'Grüße 🎉', 'x'.repeat(100_000)])('opens to the original text: %#', (text) => {
    expect(createAesSealer(key).open(sealer.seal(text, 'a'), 'a')).toBe(text);
  });

  it('reveals nothing, and differs each time', () => {
    const sealed = sealer.seal('hunter2', 'a');
    expect(sealed).toMatch(/^v1:[\w-]+$/);
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('hunter2');
    expect(sealer.seal('hunter2', 'a')).not.toBe(sealed);
  });

  it('opens for no other context', () => {
    expect(() => sealer.open(sealer.seal('hunter2', 'a'), 'b')).toThrow(UnsealableError);
  });

  it('does not open with another key', () => {
    const other = createAesSealer(Buffer.alloc(32, 2));
    expect(() => other.open(sealer.seal('hunter2', 'a'), 'a')).toThrow(UnsealableError);
  });

  it('does not open after a single bit has changed', () => {
    const bytes = Buffer.from(sealer.seal('hunter2', 'a').slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => sealer.open(`v1:${changed.toString('base64url')}`, 'a')).toThrow(UnsealableError);
    }
  });

  it.each(['', 'hunter2', 'v1:', 'v1:AAAA', 'v2:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'is none: %o',
    (text) => {
      expect(() => sealer.open(text, 'a')).toThrow(UnsealableError);
    },
  );

  it('names its format, and accepts no other', () => {
    const sealed = sealer.seal('hunter2', 'a');
    expect(() => sealer.open(sealed.replace('v1:', 'v2:'), 'a')).toThrow(UnsealableError);
  });

  it('cannot be shortened', () => {
    const bytes = Buffer.from(sealer.seal('hunter2', 'a').slice(3), 'base64url');
    const short = `v1:${bytes.subarray(0, -12).toString('base64url')}`;
    expect(() => sealer.open(short, 'a')).toThrow(UnsealableError);
  });
});

it('takes no key of another length', () => {
  expect(() => createAesSealer(Buffer.alloc(16))).toThrow('32 bytes');
});
