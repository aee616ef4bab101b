import { CloudUpload, HardDrive, Share2, Trash2, type LucideIcon } from 'lucide-react';
import type { TextKey } from '#shared/i18n/messages.ts';
import { paths } from '#shared/paths/paths.ts';
import { folderTarget, placeTarget } from '#shared/ui/drop-targets.ts';

/** A section of the platform (specification section 2). */
export interface Section {
  /** Its route's name. */
  readonly name: 'files' | 'latest' | 'shared' | 'trash';
  readonly label: TextKey;
  readonly Icon: LucideIcon;
  readonly to: string;
  /** Attributes of the drop target that it is while items are dragged. */
  readonly target?: (label: string) => Readonly<Record<`data-${string}`, string>>;
}

export const sections: readonly Section[] = [
  {
    name: 'files',
    label: 'frame.home',
    Icon: HardDrive,
    to: paths.files(),
    target: (label) => folderTarget(null, label),
  },
  { name: 'latest', label: 'latest.title', Icon: CloudUpload, to: paths.latest() },
  { name: 'shared', label: 'shared.title', Icon: Share2, to: paths.shared() },
  {
    name: 'trash',
    label: 'trash.title',
    Icon: Trash2,
    to: paths.trash(),
    target: () => placeTarget('trash'),
  },
];

/** Value of `aria-current` for the link to the active section: `page` on its own page, `true` inside of it. */
export const currentOf = (
  { name }: Section,
  at: { readonly section: string; readonly isTop: boolean },
): 'page' | 'true' | undefined => {
  if (name !== at.section) return undefined;
  return at.isTop ? 'page' : 'true';
};
