import type { PreviewItem } from '../preview-item.ts';
import { previewKind } from '../preview-kind.ts';

/** The way in which two contents are compared: texts by their lines, images side by side. */
export type CompareKind = 'text' | 'image';

/** The content of a version, and the current one. */
export interface Compared {
  readonly before: PreviewItem;
  readonly after: PreviewItem;
}

const kindOf = (item: PreviewItem): CompareKind | undefined => {
  if (item.attributes.damaged_at !== undefined) return undefined;
  const kind = previewKind(item);
  if (kind === 'image') return 'image';
  return kind === 'text' || kind === 'markdown' ? 'text' : undefined;
};

/** Returns how two contents can be compared; undefined if they cannot. */
export const compareKind = (before: PreviewItem, after: PreviewItem): CompareKind | undefined => {
  const kind = kindOf(before);
  return kind === kindOf(after) ? kind : undefined;
};
