/** What the first bytes of a file say that it is. */
export interface Sniffed {
  readonly type: string;
  /** The usual extension, without a dot. */
  readonly extension: string;
}

/** Bytes from the start of a file that `sniff` may look at. */
export const sniffLength = 4096;

interface Signature extends Sniffed {
  /** Latin-1 text that stands at `at` (default 0). */
  readonly magic: string;
  readonly at?: number;
  /** Latin-1 text that must occur further on, within the sniffed bytes. */
  readonly then?: string;
  /** Latin-1 text that must stand at byte 6 as well. */
  readonly at6?: string;
}

const signature = (
  magic: string,
  type: string,
  extension: string,
  more: Partial<Signature> = {},
): Signature => ({
  magic,
  type,
  extension,
  ...more,
});

const openXml = 'application/vnd.openxmlformats-officedocument';

/** The first that fits wins, so special cases stand before the container they live in. */
const signatures: readonly Signature[] = [
  signature('\x89PNG\r\n\x1a\n', 'image/png', 'png'),
  signature('\xff\xd8\xff', 'image/jpeg', 'jpg'),
  signature('GIF8', 'image/gif', 'gif'),
  signature('WEBP', 'image/webp', 'webp', { at: 8 }),
  signature('II*\0', 'image/tiff', 'tif'),
  signature('MM\0*', 'image/tiff', 'tif'),
  signature('8BPS', 'image/vnd.adobe.photoshop', 'psd'),
  signature('\0\0\0\x0cJXL \r\n\x87\n', 'image/jxl', 'jxl'),
  signature('\0\0\x01\0', 'image/vnd.microsoft.icon', 'ico'),
  signature('BM', 'image/bmp', 'bmp', { at6: '\0\0\0\0' }),
  signature('ftypavif', 'image/avif', 'avif', { at: 4 }),
  signature('ftypavis', 'image/avif', 'avif', { at: 4 }),
  signature('ftyphei', 'image/heic', 'heic', { at: 4 }),
  signature('ftypmif1', 'image/heif', 'heif', { at: 4 }),
  signature('ftypmsf1', 'image/heif', 'heif', { at: 4 }),
  signature('ftypM4A', 'audio/mp4', 'm4a', { at: 4 }),
  signature('ftypM4B', 'audio/mp4', 'm4b', { at: 4 }),
  signature('ftypqt', 'video/quicktime', 'mov', { at: 4 }),
  signature('ftyp3g', 'video/3gpp', '3gp', { at: 4 }),
  signature('ftyp', 'video/mp4', 'mp4', { at: 4 }),
  signature('\x1aE\xdf\xa3', 'video/webm', 'webm', { then: 'webm' }),
  signature('\x1aE\xdf\xa3', 'video/x-matroska', 'mkv'),
  signature('AVI ', 'video/x-msvideo', 'avi', { at: 8 }),
  signature('\0\0\x01\xba', 'video/mpeg', 'mpg'),
  signature('\0\0\x01\xb3', 'video/mpeg', 'mpg'),
  signature('FLV\x01', 'video/x-flv', 'flv'),
  signature('0&\xb2u\x8ef\xcf\x11', 'video/x-ms-asf', 'asf'),
  signature('OggS', 'video/ogg', 'ogv', { then: 'theora' }),
  signature('OggS', 'audio/ogg', 'ogg'),
  signature('ID3', 'audio/mpeg', 'mp3'),
  signature('\xff\xfb', 'audio/mpeg', 'mp3'),
  signature('\xff\xf3', 'audio/mpeg', 'mp3'),
  signature('\xff\xf2', 'audio/mpeg', 'mp3'),
  signature('\xff\xf1', 'audio/aac', 'aac'),
  signature('\xff\xf9', 'audio/aac', 'aac'),
  signature('WAVE', 'audio/wav', 'wav', { at: 8 }),
  signature('fLaC', 'audio/flac', 'flac'),
  signature('AIFF', 'audio/aiff', 'aiff', { at: 8 }),
  signature('MThd', 'audio/midi', 'mid'),
  signature('#!AMR', 'audio/amr', 'amr'),
  signature('%PDF-', 'application/pdf', 'pdf'),
  signature('{\\rtf', 'application/rtf', 'rtf'),
  signature('%!PS', 'application/postscript', 'ps'),
  signature('mimetypeapplication/epub+zip', 'application/epub+zip', 'epub', { at: 30 }),
  signature(
    'mimetypeapplication/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.text',
    'odt',
    { at: 30 },
  ),
  signature(
    'mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.spreadsheet',
    'ods',
    { at: 30 },
  ),
  signature(
    'mimetypeapplication/vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.presentation',
    'odp',
    { at: 30 },
  ),
  signature('PK\x03\x04', `${openXml}.wordprocessingml.document`, 'docx', { then: 'word/' }),
  signature('PK\x03\x04', `${openXml}.spreadsheetml.sheet`, 'xlsx', { then: 'xl/' }),
  signature('PK\x03\x04', `${openXml}.presentationml.presentation`, 'pptx', { then: 'ppt/' }),
  signature('PK\x03\x04', 'application/java-archive', 'jar', { then: 'META-INF/' }),
  signature('PK\x03\x04', 'application/zip', 'zip'),
  signature('PK\x05\x06', 'application/zip', 'zip'),
  signature('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-cfb', 'cfb'),
  signature('\x1f\x8b', 'application/gzip', 'gz'),
  signature('BZh', 'application/x-bzip2', 'bz2'),
  signature('\xfd7zXZ\0', 'application/x-xz', 'xz'),
  signature("7z\xbc\xaf'\x1c", 'application/x-7z-compressed', '7z'),
  signature('Rar!\x1a\x07', 'application/vnd.rar', 'rar'),
  signature('(\xb5/\xfd', 'application/zstd', 'zst'),
  signature('MSCF', 'application/vnd.ms-cab-compressed', 'cab'),
  signature('ustar', 'application/x-tar', 'tar', { at: 257 }),
  signature('SQLite format 3\0', 'application/vnd.sqlite3', 'sqlite'),
  signature('wOFF', 'font/woff', 'woff'),
  signature('wOF2', 'font/woff2', 'woff2'),
  signature('OTTO', 'font/otf', 'otf'),
  signature('\0\x01\0\0\0', 'font/ttf', 'ttf'),
  signature('MZ', 'application/x-msdownload', 'exe', { then: '\0' }),
  signature('\x7fELF', 'application/x-executable', 'elf'),
  signature('\xcf\xfa\xed\xfe', 'application/x-mach-binary', 'macho'),
  signature('\xce\xfa\xed\xfe', 'application/x-mach-binary', 'macho'),
  signature('\xca\xfe\xba\xbe', 'application/java-vm', 'class'),
  signature('dex\n', 'application/vnd.android.dex', 'dex'),
  signature('\0asm', 'application/wasm', 'wasm'),
  signature('#!', 'text/x-shellscript', 'sh'),
];

const fits = (head: string, { magic, at = 0, then, at6 }: Signature): boolean =>
  head.startsWith(magic, at) &&
  (then === undefined || head.includes(then)) &&
  (at6 === undefined || head.startsWith(at6, 6));

/** Markup begins after a byte order mark and white space, in any case. */
const markup = (head: string): Sniffed | undefined => {
  const text = head.replace(/^(?:\xef\xbb\xbf)?[\t\n\f\r ]+|^\xef\xbb\xbf/, '').toLowerCase();
  if (!text.startsWith('<')) return undefined;
  if (text.startsWith('<?php')) return { type: 'application/x-httpd-php', extension: 'php' };
  if (/^<(?:!doctype html|html|head|body|script|iframe|style|h1|div|table|title|meta)[\s>]/.test(text)) {
    return { type: 'text/html', extension: 'html' };
  }
  // A prologue, comments and a doctype may stand before the root element.
  if (/<svg[\s>:]/.test(text)) return { type: 'image/svg+xml', extension: 'svg' };
  if (/<html[\s>]/.test(text)) return { type: 'application/xhtml+xml', extension: 'xhtml' };
  return text.startsWith('<?xml') ? { type: 'application/xml', extension: 'xml' } : undefined;
};

/**
 * Recognises a file by its first bytes.
 *
 * @param head up to `sniffLength` bytes from the start of the file
 * @returns undefined where no signature fits: plain text, or a type without one
 */
export const sniff = (head: Uint8Array): Sniffed | undefined => {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, sniffLength)).toString(
    'latin1',
  );
  const found = signatures.find((one) => fits(text, one));
  return found === undefined ? markup(text) : { type: found.type, extension: found.extension };
};

const signed: ReadonlySet<string> = new Set(signatures.map(({ type }) => type));
/** Whether files of this type always begin with a signature, so that its absence is a contradiction. */
export const hasSignature = (type: string): boolean => signed.has(type) || type === 'video/mp2t';

/** Whether the first bytes read as text in UTF-8: no zero bytes, no broken sequences but at the cut. */
export const looksLikeText = (head: Uint8Array): boolean => {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};
