/** Small files of every kind that a preview shows, made here; hostile ones among them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

export const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc >>> 0;
});
const crc32 = (data: Buffer): number => {
  let crc = 0xffffffff;
  for (const byte of data) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};
const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
};

/** A picture of one colour, or transparent. Without `pixels` it only claims its size. */
export const png = (
  width: number,
  height: number,
  { color = 0x2878c0, pixels = true, transparent = false } = {},
): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, transparent ? 6 : 2, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * (transparent ? 4 : 3));
  if (!transparent) for (let at = 0; at < width; at += 1) row.writeUIntBE(color, 1 + at * 3, 3);
  const image = pixels ? Buffer.concat(Array.from({ length: height }, () => row)) : Buffer.alloc(16);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([
      signature,
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(image)),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  );
};

/** A second of silence. */
export const wav = (): Uint8Array<ArrayBuffer> => {
  const [rate, seconds] = [8000, 1];
  const data = Buffer.alloc(44 + rate * seconds, 128);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + rate * seconds, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(rate, 24);
  data.writeUInt32LE(rate, 28);
  data.writeUInt16LE(1, 32);
  data.writeUInt16LE(8, 34);
  data.write('data', 36);
  data.writeUInt32LE(rate * seconds, 40);
  return new Uint8Array(data);
};

/** Some seconds of a moving picture. */
export const webm = (seconds: number): Uint8Array<ArrayBuffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-clip-'));
  const clip = join(folder, 'clip.webm');
  const source = ['-f', 'lavfi', '-i', `testsrc=duration=${seconds}:size=320x240:rate=10`];
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libvpx', clip]);
  const content = new Uint8Array(readFileSync(clip));
  rmSync(folder, { recursive: true });
  return content;
};

interface PdfParts {
  /** Runs when it is opened, in a reader that lets it. */
  readonly script?: string;
  /** More of its trailer. */
  readonly trailer?: string;
}

/** A PDF with a text on each page. */
export const pdf = (
  pages: readonly string[],
  { script, trailer = '' }: PdfParts = {},
): Uint8Array<ArrayBuffer> => {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const kids = pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ');
  add(
    `<< /Type /Catalog /Pages 2 0 R${script === undefined ? '' : ' /OpenAction 4 0 R /AA << /WC 4 0 R >>'} >>`,
  );
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add(`<< /S /JavaScript /JS (${script ?? ''}) >>`);
  for (const text of pages) {
    const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
    const number = objects.length + 2;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number} 0 R >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return textBytes(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
};

/** A PDF that asks for a password; no password fits. */
export const lockedPdf = (): Uint8Array<ArrayBuffer> => {
  const [id, key] = ['ab'.repeat(16), 'cd'.repeat(32)];
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`;
  return pdf(['Secret'], { trailer: `${encrypt} /ID [<${id}> <${id}>]` });
};

/** The effects of a hostile file if anything of it ran: a journey looks for them. */
export const trap = 'globalThis.holdallTrapped=true;document.title="trapped";fetch("/trapped")';

/** Files that try to run something, each in its way. */
export const hostileFiles: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'script.svg': textBytes(
    `<svg xmlns="http://www.w3.org/2000/svg" onload='${trap}'><script>${trap}</script><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror='${trap}'/></foreignObject></svg>`,
  ),
  'page.txt': textBytes(
    `<!doctype html><title>x</title><script>${trap}</script><img src=x onerror='${trap}'>`,
  ),
  'script.pdf': pdf(['Nothing runs'], { script: trap.replaceAll(/[()]/g, String.raw`\$&`) }),
  'raw.md': textBytes(
    [
      '# Heading <img src=x onerror="globalThis.holdallTrapped=true">',
      '',
      `<script>${trap}</script>`,
      '',
      '[click](javascript:globalThis.holdallTrapped=true) [entity](&#106;avascript:globalThis.holdallTrapped=true)',
      '[data](data:text/html;base64,PHNjcmlwdD4=) [site](https://example.com/a?b=1)',
      '',
      '![picture](https://example.com/beacon.png)',
      '',
      '<a href="javascript:globalThis.holdallTrapped=true" onclick="globalThis.holdallTrapped=true">raw</a>',
    ].join('\n'),
  ),
  'huge.png': png(50_000, 50_000, { pixels: false }),
  'cut.png': png(40, 40).slice(0, 60),
};
