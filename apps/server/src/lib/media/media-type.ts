import type { Category } from '@holdall/contract/files';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';
import { hasSignature, looksLikeText, sniff } from '#lib/media/media-sniff.ts';

/** The type of a file whose name and content indicate none. */
export const unknownMediaType = 'application/octet-stream';

/**
 * The extension of a name, lower case, without the dot; '' where it has none. Dots and spaces at the
 * end do not count: some systems drop them, so that `virus.exe. ` becomes `virus.exe` there.
 */
export const extensionOf = (name: string): string => {
  const trimmed = name
    .toLowerCase()
    .replace(/[.\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+$/u, '');
  const dot = trimmed.lastIndexOf('.');
  return dot === -1 ? '' : trimmed.slice(dot + 1).trim();
};

const tables: readonly Readonly<Record<string, readonly string[]>>[] = [standardTypes, otherTypes];
let known: ReadonlyMap<string, string> | undefined;
/** Types by extension; an asterisk marks extensions that belong to another type. Read on first use. */
const typesByExtension = (): ReadonlyMap<string, string> =>
  (known ??= new Map(
    tables
      .flatMap((types) => Object.entries(types))
      .flatMap(([type, extensions]) =>
        extensions
          .filter((extension) => !extension.startsWith('*'))
          .map((extension) => [extension, type] as const),
      ),
  ));

/** Returns the type of an extension. */
export const typeOfExtension = (extension: string): string | undefined => typesByExtension().get(extension);

/** `image/png` of `Image/PNG; q=1`; undefined where it is not shaped like a media type. */
export const bareMediaType = (header: string | undefined): string | undefined => {
  const bare = header?.split(';')[0]?.trim().toLowerCase();
  return bare !== undefined && /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(bare) ? bare : undefined;
};

/** Container formats: their extension is more precise than their signature. */
const containers: ReadonlySet<string> = new Set([
  'application/zip',
  'application/java-archive',
  'application/x-cfb',
  'application/gzip',
  'application/xml',
  'application/postscript',
  'audio/ogg',
  'image/tiff',
  'text/x-shellscript',
  'video/mp4',
  'video/x-matroska',
  'video/x-ms-asf',
]);

/**
 * The media type of a file: its content decides where content can, then its extension.
 * The declaration of a client is not trusted.
 *
 * @param head the first bytes, up to `sniffLength`
 */
export const mediaTypeOf = (name: string, head: Uint8Array): string => {
  const byName = typeOfExtension(extensionOf(name));
  const sniffed = sniff(head)?.type;
  if (sniffed !== undefined) {
    return byName !== undefined && containers.has(sniffed) && !contradicts(byName) ? byName : sniffed;
  }
  const isText = head.length > 0 && looksLikeText(head);
  // Text under the name of a picture, or TypeScript under that of a video (`.ts`), is text.
  if (byName !== undefined && !(isText && hasSignature(byName))) return byName;
  return isText ? 'text/plain' : unknownMediaType;
};

/** A name that promises a picture or a PDF is not believed of a container. */
const contradicts = (byName: string): boolean =>
  byName === 'application/pdf' || /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(byName);

const documentTypes =
  /^(?:text\/|application\/(?:pdf|rtf|epub\+zip|json|xml|yaml|postscript|x-(?:tex|latex|iwork.*)|msword|ms(?:excel|powerpoint)|vnd\.(?:oasis\.opendocument|openxmlformats-officedocument|ms-(?:excel|powerpoint|word|works|project|visio)|apple\.(?:pages|numbers|keynote)|visio).*))/;

/** The kind of file that the product groups and counts by. */
export const categoryOf = (type: string): Category => {
  if (type.startsWith('image/')) return 'images';
  if (type.startsWith('video/')) return 'videos';
  if (type.startsWith('audio/')) return 'audios';
  return documentTypes.test(type) ? 'documents' : 'others';
};
