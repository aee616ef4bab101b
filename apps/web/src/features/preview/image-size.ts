export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Bytes at a file's beginning that tell its size. */
export const headerBytes = 256 * 1024;

/** Pixels beyond which a browser is not asked to unpack an image: that takes four bytes for each. */
export const maxPixels = 100_000_000;

const jpegSize = (view: DataView): PixelSize | undefined => {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // The frame headers, without those of tables that lie among them.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const isFill = marker === 0xff;
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isFill ? 1 : isBare ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
};

const webpSize = (view: DataView): PixelSize | undefined => {
  const kind = view.getUint32(12);
  if (kind === 0x56503858)
    return {
      width: 1 + (view.getUint32(24, true) & 0xffffff),
      height: 1 + ((view.getUint32(26, true) >>> 8) & 0xffffff),
    };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
};

/** The size of a raster image by its header; undefined where it is another format, broken, or cut short. */
export const imageSize = (bytes: Uint8Array): PixelSize | undefined => {
  if (bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(0);
  if (start === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (start === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (start === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  if (start >>> 16 === 0xffd8) return jpegSize(view);
  if (start >>> 16 === 0x424d)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  return undefined;
};
