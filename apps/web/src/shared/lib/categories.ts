import type { Category } from '@holdall/contract/files';
import type { Translate } from '#shared/i18n/messages.ts';
import { formatBytes } from './format-bytes.ts';

/** Categories of files, in the order in which they are shown. */
export const categories = [
  'images',
  'videos',
  'audios',
  'documents',
  'others',
] as const satisfies readonly Category[];

/** Stored bytes of a category. */
export interface CategoryBytes {
  readonly category: Category;
  readonly bytes: number;
}

/** `Images 3 GB` for each category that has something. */
export const categoryTexts = (t: Translate, stored: readonly CategoryBytes[]): string[] =>
  stored
    .filter(({ bytes }) => bytes > 0)
    .map(({ category, bytes }) => `${t(`storage.${category}`)} ${formatBytes(bytes)}`);
