import type { ShareActivityKind } from '@holdall/contract/shares';
import { Copy, FolderInput, FolderPlus, Pencil, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Translate } from '#shared/i18n/messages.ts';
import type { ActivityGroup } from '../share-activity.ts';

export const activityIcons: Readonly<Record<ShareActivityKind, ReactNode>> = {
  uploaded: <Upload />,
  created: <FolderPlus />,
  renamed: <Pencil />,
  moved: <FolderInput />,
  copied: <Copy />,
  removed: <Trash2 />,
};

/** Formats a group of actions as a sentence. */
export const activityText = (t: Translate, { entries, count }: ActivityGroup): string => {
  const [first, second] = entries;
  if (!first) return '';
  const { kind, name, to } = first.attributes;
  if (kind === 'created') return t('guests.created', { name });
  if (kind === 'renamed')
    return to === null || to === name ? t('guests.restyled', { name }) : t('guests.renamed', { name, to });
  const others = count - 1;
  if (kind === 'moved' || kind === 'copied')
    return others > 0
      ? t(`guests.${kind}_more`, { name, count: others, to: to ?? '' })
      : t(`guests.${kind}`, { name, to: to ?? '' });
  if (kind === 'removed')
    return others > 0 ? t('guests.removed_more', { name, count: others }) : t('guests.removed', { name });
  if (!second) return t('guests.uploaded', { name });
  const names = { name, second: second.attributes.name };
  return count > 2
    ? t('guests.uploaded_more', { ...names, count: count - 2 })
    : t('guests.uploaded_two', names);
};
