import type { Config } from '@holdall/contract/settings';
import type { UploadFailure } from './upload-entry.ts';

/** The part of the configuration that decides about uploads. Sizes are bytes; a limit of 0 is none. */
export type UploadRules = Pick<
  Config,
  'chunkSize' | 'uploadLimit' | 'uploadLimitFormatted' | 'mimetypesBlacklist'
>;

/** The part after the last dot without the dot; empty where there is none or the name only begins with one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

/** What a file is by the blacklist: its MIME type, or its extension where it has none; lower case. */
export const typeOf = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  (type.split(';', 1)[0] ?? '').trim().toLowerCase() || extensionOf(name).toLowerCase();

/**
 * Checks a file before anything is sent (specification section 5): its type, or its extension where it
 * has no type, against the blacklist; its size against the limit.
 */
export function refusalOf(
  file: { readonly name: string; readonly type: string; readonly size: number },
  rules: UploadRules,
): UploadFailure | undefined {
  const type = typeOf(file);
  if (type !== '' && rules.mimetypesBlacklist.some((blocked) => blocked.toLowerCase() === type)) {
    return { reason: 'blocked_type', detail: type };
  }
  if (rules.uploadLimit > 0 && file.size > rules.uploadLimit) {
    return { reason: 'over_limit', detail: rules.uploadLimitFormatted };
  }
  return undefined;
}
