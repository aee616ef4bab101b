import type { DeedKind } from '@holdall/contract/shares';
import { FolderInput, FolderPlus, Pencil, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Translate } from '#shared/i18n/messages.ts';
import type { DeedGroup } from '../deeds.ts';

export const deedIcons: Readonly<Record<DeedKind, ReactNode>> = {
  uploaded: <Upload />,
  created: <FolderPlus />,
  renamed: <Pencil />,
  moved: <FolderInput />,
  removed: <Trash2 />,
};

/** What was done, in words. */
export const deedText = (t: Translate, { deeds, count }: DeedGroup): string => {
  const [first] = deeds;
  if (!first) return '';
  const { kind, name, to } = first.attributes;
  if (kind === 'created') return t('guests.created', { name });
  if (kind === 'renamed')
    return to === null || to === name ? t('guests.restyled', { name }) : t('guests.renamed', { name, to });
  if (kind === 'moved')
    return count > 1
      ? t('guests.moved_many', { count, to: to ?? '' })
      : t('guests.moved', { name, to: to ?? '' });
  return count > 1 ? t(`guests.${kind}_many`, { count }) : t(`guests.${kind}`, { name });
};
