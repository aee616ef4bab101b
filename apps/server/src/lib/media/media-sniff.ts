/** The type that the first bytes of a file indicate. */
export interface Sniffed {
  readonly type: string;
  /** The usual extension, without a dot. */
  readonly extension: string;
}

/** Bytes from the start of a file that `sniff` reads at the most. */
export const sniffLength = 4096;

interface Clues {
  /** Offset of the signature's text in bytes; 0 by default. */
  readonly at?: number;
  /** Latin-1 text that must occur somewhere in the sniffed bytes as well. */
  readonly holding?: string;
  /** Further Latin-1 text of the signature at byte 6. */
  readonly at6?: string;
}

/** Latin-1 text, media type, usual extension. */
type Signature = readonly [magic: string, type: string, extension: string, clues?: Clues];

const openXml = 'application/vnd.openxmlformats-officedocument';

/** The first match wins, so special cases come before their containers. */
const signatures: readonly Signature[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png', 'png'],
  ['\xff\xd8\xff', 'image/jpeg', 'jpg'],
  ['GIF8', 'image/gif', 'gif'],
  ['WEBP', 'image/webp', 'webp', { at: 8 }],
  ['II*\0', 'image/tiff', 'tif'],
  ['MM\0*', 'image/tiff', 'tif'],
  ['8BPS', 'image/vnd.adobe.photoshop', 'psd'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'image/jxl', 'jxl'],
  ['\0\0\x01\0', 'image/vnd.microsoft.icon', 'ico'],
  ['BM', 'image/bmp', 'bmp', { at6: '\0\0\0\0' }],
  ['ftypavif', 'image/avif', 'avif', { at: 4 }],
  ['ftypavis', 'image/avif', 'avif', { at: 4 }],
  ['ftyphei', 'image/heic', 'heic', { at: 4 }],
  ['ftypmif1', 'image/heif', 'heif', { at: 4 }],
  ['ftypmsf1', 'image/heif', 'heif', { at: 4 }],
  ['ftypM4A', 'audio/mp4', 'm4a', { at: 4 }],
  ['ftypM4B', 'audio/mp4', 'm4b', { at: 4 }],
  ['ftypqt', 'video/quicktime', 'mov', { at: 4 }],
  ['ftyp3g', 'video/3gpp', '3gp', { at: 4 }],
  ['ftyp', 'video/mp4', 'mp4', { at: 4 }],
  ['\x1aE\xdf\xa3', 'video/webm', 'webm', { holding: 'webm' }],
  ['\x1aE\xdf\xa3', 'video/x-matroska', 'mkv'],
  ['AVI ', 'video/x-msvideo', 'avi', { at: 8 }],
  ['\0\0\x01\xba', 'video/mpeg', 'mpg'],
  ['\0\0\x01\xb3', 'video/mpeg', 'mpg'],
  ['FLV\x01', 'video/x-flv', 'flv'],
  ['0&\xb2u\x8ef\xcf\x11', 'video/x-ms-asf', 'asf'],
  ['OggS', 'video/ogg', 'ogv', { holding: 'theora' }],
  ['OggS', 'audio/ogg', 'ogg'],
  ['ID3', 'audio/mpeg', 'mp3'],
  ['\xff\xfb', 'audio/mpeg', 'mp3'],
  ['\xff\xf3', 'audio/mpeg', 'mp3'],
  ['\xff\xf2', 'audio/mpeg', 'mp3'],
  ['\xff\xf1', 'audio/aac', 'aac'],
  ['\xff\xf9', 'audio/aac', 'aac'],
  ['WAVE', 'audio/wav', 'wav', { at: 8 }],
  ['fLaC', 'audio/flac', 'flac'],
  ['AIFF', 'audio/aiff', 'aiff', { at: 8 }],
  ['MThd', 'audio/midi', 'mid'],
  ['#!AMR', 'audio/amr', 'amr'],
  ['%PDF-', 'application/pdf', 'pdf'],
  ['{\\rtf', 'application/rtf', 'rtf'],
  ['%!PS', 'application/postscript', 'ps'],
  ['mimetypeapplication/epub+zip', 'application/epub+zip', 'epub', { at: 30 }],
  [
    'mimetypeapplication/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.text',
    'odt',
    { at: 30 },
  ],
  [
    'mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.spreadsheet',
    'ods',
    { at: 30 },
  ],
  [
    'mimetypeapplication/vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.presentation',
    'odp',
    { at: 30 },
  ],
  ['PK\x03\x04', `${openXml}.wordprocessingml.document`, 'docx', { holding: 'word/' }],
  ['PK\x03\x04', `${openXml}.spreadsheetml.sheet`, 'xlsx', { holding: 'xl/' }],
  ['PK\x03\x04', `${openXml}.presentationml.presentation`, 'pptx', { holding: 'ppt/' }],
  ['PK\x03\x04', 'application/java-archive', 'jar', { holding: 'META-INF/' }],
  ['PK\x03\x04', 'application/zip', 'zip'],
  ['PK\x05\x06', 'application/zip', 'zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-cfb', 'cfb'],
  ['\x1f\x8b', 'application/gzip', 'gz'],
  ['BZh', 'application/x-bzip2', 'bz2'],
  ['\xfd7zXZ\0', 'application/x-xz', 'xz'],
  ["7z\xbc\xaf'\x1c", 'application/x-7z-compressed', '7z'],
  ['Rar!\x1a\x07', 'application/vnd.rar', 'rar'],
  ['(\xb5/\xfd', 'application/zstd', 'zst'],
  ['MSCF', 'application/vnd.ms-cab-compressed', 'cab'],
  ['ustar', 'application/x-tar', 'tar', { at: 257 }],
  ['SQLite format 3\0', 'application/vnd.sqlite3', 'sqlite'],
  ['wOFF', 'font/woff', 'woff'],
  ['wOF2', 'font/woff2', 'woff2'],
  ['OTTO', 'font/otf', 'otf'],
  ['\0\x01\0\0\0', 'font/ttf', 'ttf'],
  ['MZ', 'application/x-msdownload', 'exe', { holding: '\0' }],
  ['\x7fELF', 'application/x-executable', 'elf'],
  ['\xcf\xfa\xed\xfe', 'application/x-mach-binary', 'macho'],
  ['\xce\xfa\xed\xfe', 'application/x-mach-binary', 'macho'],
  ['\xca\xfe\xba\xbe', 'application/java-vm', 'class'],
  ['dex\n', 'application/vnd.android.dex', 'dex'],
  ['\0asm', 'application/wasm', 'wasm'],
  ['#!', 'text/x-shellscript', 'sh'],
];

const fits = (head: string, [magic, , , { at = 0, holding, at6 } = {}]: Signature): boolean =>
  head.startsWith(magic, at) &&
  (holding === undefined || head.includes(holding)) &&
  (at6 === undefined || head.startsWith(at6, 6));

/** Markup begins after a byte order mark and white space, in any case. */
const markup = (head: string): Sniffed | undefined => {
  const text = head.replace(/^(?:\xef\xbb\xbf)?[\t\n\f\r ]+|^\xef\xbb\xbf/, '').toLowerCase();
  if (!text.startsWith('<')) return undefined;
  if (text.startsWith('<?php')) return { type: 'application/x-httpd-php', extension: 'php' };
  if (/^<(?:!doctype html|html|head|body|script|iframe|style|h1|div|table|title|meta)[\s>]/.test(text)) {
    return { type: 'text/html', extension: 'html' };
  }
  // A prologue, comments and a doctype may precede the root element.
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
  return found === undefined ? markup(text) : { type: found[1], extension: found[2] };
};

const signed: ReadonlySet<string> = new Set(signatures.map(([, type]) => type));
/** Tells whether files of this type always begin with a signature, so that its absence is a contradiction. */
export const hasSignature = (type: string): boolean => signed.has(type) || type === 'video/mp2t';

/** Tells whether the first bytes are UTF-8 text: no zero bytes, no broken sequences except at the cut. */
export const looksLikeText = (head: Uint8Array): boolean => {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};
