import type { Item } from '@holdall/contract/files';

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

/** Types of files that are no text, whatever they are called. */
const binaryTypes = /^(?:application\/(?:zip|gzip|x-7z|vnd)|font\/)/;

/**
 * Reports whether a file is text: by its type, which the server sniffs, or by its name.
 *
 * @param type a media type without parameters; empty if it is unknown
 */
export const isTextFile = (name: string, type: string): boolean =>
  (textTypes.test(type) || textExtensions.has(extensionOf(name)) || textNames.test(name)) &&
  !binaryTypes.test(type);

/** Bytes of a text that can be edited: the editor holds it whole, and compares it with what others saved. */
export const maxEditedBytes = 2 * 1024 * 1024;

/** Reports whether a file outside the trash can be opened in the editor. */
export const isEditable = ({ type, attributes }: Item['data']): boolean => {
  const { name, size, mimetype, deleted_at: deletedAt, damaged_at: damagedAt } = attributes;
  const [mediaType = ''] = (mimetype ?? '').split(';');
  return (
    type !== 'folder' &&
    deletedAt === null &&
    damagedAt === undefined &&
    size !== null &&
    size <= maxEditedBytes &&
    // Nothing tells the type of an empty file but its name.
    isTextFile(name, size === 0 ? '' : mediaType)
  );
};
