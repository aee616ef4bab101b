/** Malicious files. */
import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { pdf, photo } from '#testing/media-files.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const pngHeader = (width: number, height: number, interlaced = false): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // One bit of grey.
  data[8] = 1;
  data[12] = interlaced ? 1 : 0;
  return chunk('IHDR', data);
};

/** So many zero bytes, compressed, without ever holding them. */
const compressedZeros = async (length: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 1 });
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  const zeros = Buffer.alloc(1024 * 1024);
  for (let left = length; left > 0; left -= zeros.length)
    if (!deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(pieces);
};

/** A black PNG of any size: 50,000 × 50,000 pixels take about 1 MB as a file, and 2.5 GB of memory. */
export const hugePng = async (side: number): Promise<Buffer> =>
  Buffer.concat([
    pngSignature,
    pngHeader(side, side),
    chunk('IDAT', await compressedZeros(side * (1 + Math.ceil(side / 8)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A tiny PNG with a comment that unfolds to 1 GB. */
export const pngWithSwollenText = async (): Promise<Buffer> =>
  Buffer.concat([
    pngSignature,
    pngHeader(8, 8),
    chunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), await compressedZeros(1024 * 1024 * 1024)]),
    ),
    chunk('IDAT', deflateSync(Buffer.alloc(16))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A GIF that says it is 65,535 × 65,535 pixels large. */
export const hugeGif = (): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
    Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 1, 0, 0x3b]),
  ]);

/** A GIF of so many frames of one pixel. */
export const gifOfFrames = (frames: number): Buffer => {
  const header = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0xff, 0, 0, 0xff, 0xff, 0xff]),
  ]);
  const frame = Buffer.from([
    0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
  ]);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
};

export const truncatedJpeg = async (): Promise<Buffer> => {
  const whole = await photo(1, 1200, 900);
  return whole.subarray(0, Math.floor(whole.length / 2));
};

const svg = (inside: string, size = 'width="200" height="100"', before = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  );
const green = '<rect width="200" height="100" fill="#00ff00"/>';

export const svgWithScript = (): Buffer =>
  svg(
    `${green}<script>document.documentElement.innerHTML = ''</script><rect onload="alert(1)" width="1" height="1"/><foreignObject><iframe src="javascript:alert(1)"/></foreignObject>`,
  );
/** @param address of a picture that must not be fetched */
export const svgWithImage = (address: string): Buffer =>
  svg(`${green}<image xlink:href="${address}" width="200" height="100"/>`);
/** @param path of a file whose text must not be shown */
export const svgWithEntity = (path: string): Buffer =>
  svg(
    `${green}<text y="50" font-size="40">&secret;</text>`,
    undefined,
    `<!DOCTYPE svg [<!ENTITY secret SYSTEM "file://${path}">]>`,
  );
/** @param path of an XML file that must not become a part of the drawing */
export const svgWithInclusion = (path: string): Buffer =>
  svg(`${green}<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${path}"/>`);
export const svgOfHugeExtent = (): Buffer => svg(green, 'width="100000" height="100000"');
/** Entities that multiply tenfold with each of nine steps. */
export const svgOfManyLaughs = (): Buffer => {
  const entities = Array.from(
    { length: 9 },
    (_, step) => `<!ENTITY l${step + 1} "${step === 0 ? 'lol'.repeat(10) : `&l${step};`.repeat(10)}">`,
  );
  return svg('<text>&l9;</text>', undefined, `<!DOCTYPE svg [${entities.join('')}]>`);
};
/** Filters upon filters, which take minutes. */
export const svgThatTakesLong = (): Buffer => {
  const filter =
    '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="200"/><feGaussianBlur stdDeviation="90"/><feMorphology radius="90"/></filter>';
  return svg(
    `<defs>${filter}</defs>${'<rect width="9000" height="9000" filter="url(#f)"/>'.repeat(200)}`,
    'width="9000" height="9000"',
  );
};

/** A playlist that would have a player read another file, which it names. */
export const playlist = (path: string): Buffer =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${path}\n#EXT-X-ENDLIST\n`);

export const pdfWithScript = (): Buffer =>
  pdf({
    catalogue:
      '/OpenAction<</S/JavaScript/JS(while\\(true\\){app.alert\\(1\\)})>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>',
  });
export const lockedPdf = (): Buffer => {
  const key = 'A'.repeat(32);
  return pdf({
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/O(${key})/U(${key})/P -4>>/ID[<00><00>]`,
  });
};
/** A page of 200 inches' height and a hair's width. */
export const pdfOfThinPage = (): Buffer => pdf({ width: 1, height: 14_400 });

export const html = (): Buffer =>
  Buffer.from('<!DOCTYPE html><html><body><script>alert(document.domain)</script></body></html>');
