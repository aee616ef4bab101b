import type { PreviewItem } from './preview-item.ts';

/** The form in which a file is shown: `none` by its facts alone, `picture` by its thumbnail; of `empty` there is nothing. */
export type PreviewKind =
  | 'image'
  | 'picture'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'markdown'
  | 'text'
  | 'empty'
  | 'none';

/** Raster images that browsers show; SVG is none of them (security rule 7). */
const images: ReadonlySet<string> = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/vnd.microsoft.icon',
  'image/x-icon',
]);

/** Types that are text although they are not called so. */
const textTypes =
  /^(?:text\/.+|application\/(?:json|json5|ld\+json|manifest\+json|xml|xhtml\+xml|javascript|typescript|x-sh|x-httpd-php|sql|toml|yaml|x-yaml|graphql|x-tex|x-ndjson|rtf|x-subrip)|.+\+(?:json|xml))$/;

const textExtensions: ReadonlySet<string> = new Set(
  `txt log md markdown csv tsv ini cfg conf env properties json jsonl json5 xml html htm xhtml css scss less js mjs
  cjs jsx ts mts cts tsx vue svelte py rb php java kt kts c h cc cpp hpp cs go rs swift m mm sh bash zsh fish ps1 bat
  sql yaml yml toml lua pl pm r scala dart ex exs erl hs clj gradle make mk cmake dockerfile diff patch tex bib srt
  vtt ass gitignore editorconfig graphql proto tf nix vb asm wat sol lock svg xsl xslt`.split(/\s+/),
);

/** Names without an extension that are text. */
const textNames =
  /^(?:makefile|dockerfile|readme|license|licence|notice|changelog|authors|copying|\.[a-z]+rc)$/i;

/** The extension of a name, in lower case; empty where there is none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const isText = (name: string, type: string): boolean =>
  textTypes.test(type) || textExtensions.has(extensionOf(name)) || textNames.test(name);

/** Returns how to show a file of which only the server's image may be viewed. */
export const pictureKind = ({ type, attributes }: PreviewItem): PreviewKind => {
  if (type === 'folder' || attributes.deleted_at !== null) return 'none';
  if (attributes.size === 0) return 'empty';
  return attributes.thumbnail ? 'picture' : 'none';
};

/** Returns how to show a file. Its type was sniffed by the server, so that it counts before the name. */
export const previewKind = ({ type: kind, attributes }: PreviewItem): PreviewKind => {
  if (kind === 'folder' || attributes.deleted_at !== null) return 'none';
  const { name, size } = attributes;
  if (size === 0) return 'empty';
  const [type = ''] = (attributes.mimetype ?? '').split(';');
  if (images.has(type)) return 'image';
  // SVG, HEIC, TIFF: shown as the picture that the server has made of them, if it has.
  if (type.startsWith('image/')) return attributes.thumbnail ? 'picture' : 'none';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'audio';
  if (type === 'application/pdf') return 'pdf';
  const isMarkdown = type === 'text/markdown' || ['md', 'markdown'].includes(extensionOf(name));
  if (isMarkdown && (type === '' || type === 'application/octet-stream' || type.startsWith('text/')))
    return type === 'text/html' ? 'text' : 'markdown';
  if (isText(name, type) && !/^(?:application\/(?:zip|gzip|x-7z|vnd)|font\/)/.test(type)) return 'text';
  return 'none';
};
