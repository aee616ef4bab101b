import { expect, test } from 'vitest';
import { imageSize } from './image-size.ts';

const bytesOf = (hex: string): Uint8Array => {
  const clean = hex.replaceAll(/\s/g, '');
  const bytes = new Uint8Array(64);
  for (let at = 0; at < clean.length / 2; at += 1)
    bytes[at] = Number.parseInt(clean.slice(at * 2, at * 2 + 2), 16);
  return bytes;
};

test.each([
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 0000c350 0000c351', { width: 50_000, height: 50_001 }],
  ['GIF', '474946383961 4001 f000', { width: 320, height: 240 }],
  ['JPEG', 'ffd8 ffe0 0004 0000 ffdb 0003 00 ffc2 0011 08 0438 0780', { width: 1920, height: 1080 }],
  ['BMP', '424d 00000000 0000 0000 00000000 28000000 80020000 20feffff', { width: 640, height: 480 }],
  [
    'WebP, lossy',
    '52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001',
    { width: 640, height: 480 },
  ],
  ['WebP, lossless', '52494646 00000000 57454250 5650384c 00000000 2f 7fc27700', { width: 640, height: 480 }],
  [
    'WebP, extended',
    '52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100',
    { width: 640, height: 480 },
  ],
])('%s', (_name, hex, size) => {
  expect(imageSize(bytesOf(hex))).toEqual(size);
});

test.each([
  ['too short', new Uint8Array(10)],
  ['something else', bytesOf('25504446')],
  ['a JPEG without a frame', bytesOf('ffd8 ffe0 ffff')],
  ['a JPEG that is none', bytesOf('ffd8 0000')],
])('%s has no size', (_name, bytes) => {
  expect(imageSize(bytes)).toBeUndefined();
});
