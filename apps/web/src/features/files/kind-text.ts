import { fileKind } from '#shared/lib/file-kind.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatShortDate } from '#shared/lib/format-date.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import { isFolder, type Entry } from './entry.ts';

/** Returns the kind of an entry: `PDF document`, `Folder`. */
export const kindText = (t: Translate, entry: Entry): string =>
  isFolder(entry)
    ? t('kinds.folder')
    : t(`kinds.${fileKind(entry.attributes.name, entry.attributes.category)}`);

/** Returns how many items a folder holds, as text. */
export const itemsText = (t: Translate, entry: Entry): string =>
  t('files.count.items', { count: entry.attributes.items ?? 0 });

/** Returns the facts of an entry in one line: `24 items`, `8.4 MB · Today, 10:12`. */
export const factsText = (
  t: Translate,
  entry: Entry,
  date = formatShortDate(entry.attributes.created_at),
): string => (isFolder(entry) ? itemsText(t, entry) : `${formatBytes(entry.attributes.size ?? 0)} · ${date}`);

/** Returns `3 folders, 11 files`; undefined for an empty folder. */
export const countsText = (
  t: Translate,
  { folders, files }: { readonly folders: number; readonly files: number },
): string | undefined => {
  const parts = [
    folders > 0 && t('files.count.folders', { count: folders }),
    files > 0 && t('files.count.files', { count: files }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : undefined;
};
