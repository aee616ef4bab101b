import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrSvg } from '#lib/qr-svg.ts';

const text = 'otpauth://totp/Holdall:ada@example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Holdall';

test('every dark module is drawn, no light one, and a margin is kept around them', async () => {
  const svg = await qrSvg(text);
  const { data } = encode(text, { ecc: 'M', border: 0 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(length); at += 1) {
      const row = drawn[Number(y) - 4];
      if (row !== undefined) row[Number(x) - 4 + at] = true;
    }
  expect(drawn).toEqual(data);
  expect(svg).toContain(`viewBox="0 0 ${data.length + 8} ${data.length + 8}"`);
});

test('the text is contained only as modules', async () => {
  expect(await qrSvg(`${text}"><script>`)).not.toMatch(/script|secret|GEZD/);
});
