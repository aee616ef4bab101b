/** Pictures, videos and documents as people have them, made on the spot. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';

const run = promisify(execFile);

/** Four fields of colour, so that a picture shows how it was turned: red, green, blue, white. */
export const fourFields = (width: number, height: number): Sharp => {
  const field = (left: number, top: number, colour: string) => ({
    left,
    top,
    input: {
      create: {
        width: Math.floor(width / 2),
        height: Math.floor(height / 2),
        channels: 3 as const,
        background: colour,
      },
    },
  });
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    field(0, 0, '#ff0000'),
    field(Math.ceil(width / 2), 0, '#00ff00'),
    field(0, Math.ceil(height / 2), '#0000ff'),
  ]);
};

/** A JPEG with the place where it was taken, its author, and an orientation. */
export const photo = (orientation: number, width = 300, height = 200): Promise<Buffer> =>
  fourFields(width, height)
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Copyright: 'Secret Author' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })
    .jpeg({ quality: 95 })
    .toBuffer();

/** Frames of one colour each. */
export const animation = async (format: 'gif' | 'webp', colours: readonly string[]): Promise<Buffer> => {
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 80, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(frames, { join: { animated: true } });
  return format === 'gif' ? joined.gif().toBuffer() : joined.webp().toBuffer();
};

/** The colour of one pixel, as `#rrggbb`, each channel rounded to 0, 8 or f so that compression does not matter. */
export const colourAt = async (image: Uint8Array, x: number, y: number): Promise<string> => {
  const { data } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((value) => (value < 64 ? '0' : value > 192 ? 'f' : '8')).join('');
};

/** Makes two seconds of video: red for a tenth, then green; `turned`: stored rotated by 90 degrees. */
export const video = async (folder: string, container: 'mp4' | 'webm', turned = false): Promise<Buffer> => {
  const [plain, made] = [join(folder, `plain.${container}`), join(folder, `made.${container}`)];
  const codec = container === 'mp4' ? ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'] : ['-c:v', 'libvpx'];
  const red = 'color=red:size=320x180:rate=20:duration=0.1';
  const green = 'color=lime:size=320x180:rate=20:duration=1.9';
  const inputs = ['-f', 'lavfi', '-i', red, '-f', 'lavfi', '-i', green];
  await run('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', 'concat=n=2', ...codec, plain]);
  if (!turned) return readFile(plain);
  await run('ffmpeg', ['-v', 'error', '-y', '-i', plain, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', made]);
  return readFile(made);
};

/** A HEIC of a JPEG. */
export const heic = async (folder: string, jpeg: Uint8Array): Promise<Buffer> => {
  const [from, to] = [join(folder, 'from.jpg'), join(folder, 'to.heic')];
  await sharp(jpeg).jpeg().toFile(from);
  await run('heif-enc', ['-q', '80', from, '-o', to]);
  return readFile(to);
};

export interface PdfOptions {
  readonly width?: number;
  readonly height?: number;
  /** Further entries of the catalogue. */
  readonly catalogue?: string;
  /** Further entries of the trailer. */
  readonly trailer?: string;
}

/** One page whose lower half is red. */
export const pdf = ({ width = 300, height = 600, catalogue = '', trailer = '' }: PdfOptions = {}): Buffer => {
  const drawing = `1 0 0 rg 0 0 ${width} ${height / 2} re f`;
  return Buffer.from(
    [
      '%PDF-1.4',
      `1 0 obj<</Type/Catalog/Pages 2 0 R${catalogue}>>endobj`,
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<<>>>>endobj`,
      `4 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj`,
      `trailer<</Root 1 0 R${trailer}>>`,
      '',
    ].join('\n'),
  );
};
