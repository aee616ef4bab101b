import type { Config } from '@holdall/contract/settings';
import type { UploadFailure } from './upload-entry.ts';

/** The configuration of uploads. Sizes are bytes; a limit of 0 is none. */
export type UploadRules = Pick<
  Config,
  'chunkSize' | 'uploadLimit' | 'uploadLimitFormatted' | 'mimetypesBlacklist'
>;

/** Returns the part after the last dot; empty if there is none or the name only begins with one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

interface NamedFile {
  readonly name: string;
  /** The MIME type as the browser guesses it; may be empty. */
  readonly type: string;
}

/** Returns the type of a file for the blocklist: its MIME type, or its extension where it has none; lower case. */
export const typeOf = ({ name, type }: NamedFile): string =>
  (type.split(';', 1)[0] ?? '').trim().toLowerCase() || extensionOf(name).toLowerCase();

/** Returns the blocked type of a file, as it is named to users; `image/*` in the list blocks every image. */
const blockedAs = (file: NamedFile, blacklist: readonly string[]): string | undefined => {
  const type = typeOf(file);
  const extension = extensionOf(file.name).toLowerCase();
  const listed = new Set(blacklist.map((entry) => entry.toLowerCase()));
  if (type !== '' && (listed.has(type) || listed.has(type.replace(/\/.*$/, '/*')))) return type;
  return extension !== '' && listed.has(extension) ? extension : undefined;
};

/**
 * Checks a file before it is sent (specification section 5): its type, or its extension where it has none, against the
 * blocklist; its size against the limit. A blocked extension is refused despite its type, as the server does once it
 * has the bytes.
 */
export function refusalOf(
  file: NamedFile & { readonly size: number },
  rules: UploadRules,
): UploadFailure | undefined {
  const blocked = blockedAs(file, rules.mimetypesBlacklist);
  if (blocked !== undefined) return { reason: 'blocked_type', detail: blocked };
  if (rules.uploadLimit > 0 && file.size > rules.uploadLimit) {
    return { reason: 'over_limit', detail: rules.uploadLimitFormatted };
  }
  return undefined;
}
