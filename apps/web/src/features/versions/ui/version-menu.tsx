import type { Version } from '@holdall/contract/versions';
import {
  Columns2,
  Copy,
  Download,
  Ellipsis,
  Eye,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { Menu } from '#shared/ui/menu.tsx';
import type { MenuItem } from '#shared/ui/menu-list.tsx';
import { versionTime } from '../version-texts.ts';

/** An action on a version. */
export type VersionAction =
  | 'open'
  | 'compare'
  | 'restore'
  | 'restore_copy'
  | 'download'
  | 'name'
  | 'pin'
  | 'unpin'
  | 'delete';

interface Offered {
  readonly action: VersionAction;
  readonly icon: ReactNode;
  readonly divided?: boolean;
  readonly danger?: boolean;
}

const offered: readonly Offered[] = [
  { action: 'open', icon: <Eye /> },
  { action: 'compare', icon: <Columns2 /> },
  { action: 'restore', icon: <RotateCcw />, divided: true },
  { action: 'restore_copy', icon: <Copy /> },
  { action: 'download', icon: <Download /> },
  { action: 'name', icon: <Pencil />, divided: true },
  { action: 'pin', icon: <Pin /> },
  { action: 'unpin', icon: <PinOff /> },
  { action: 'delete', icon: <Trash2 />, divided: true, danger: true },
];

/** Changes after which the bytes of the version are gone. */
const ending: ReadonlySet<VersionAction> = new Set(['restore', 'delete']);
/** Commands that need the bytes of the version. */
const reading: ReadonlySet<VersionAction> = new Set(['restore', 'restore_copy', 'download']);
const ofOwners: ReadonlySet<VersionAction> = new Set(['name', 'pin', 'unpin', 'delete']);

interface Abilities {
  /** True for the owner of the file; guests neither pin nor delete. */
  readonly isOwner: boolean;
  /** False for guests of a single file: their link leads to nothing beside it. */
  readonly canCopy: boolean;
  /** True if this version can be compared with the current content. */
  readonly isComparable: boolean;
  /** True while a version is being restored or deleted. */
  readonly isBusy: boolean;
}

/**
 * Returns the actions that a version has. One with a name stays pinned until its name is taken away; a damaged one is opened
 * to say so.
 */
export const versionActions = (
  { pinned, label, damaged_at: damagedAt }: Pick<Version, 'pinned' | 'label' | 'damaged_at'>,
  { isOwner, canCopy, isComparable, isBusy }: Abilities,
): readonly VersionAction[] =>
  offered
    .map(({ action }) => action)
    .filter((action) => {
      if ((ofOwners.has(action) && !isOwner) || (ending.has(action) && isBusy)) return false;
      if (damagedAt !== undefined && reading.has(action)) return false;
      if (action === 'compare') return isComparable;
      if (action === 'restore_copy') return canCopy;
      if (action === 'pin') return !pinned;
      return action !== 'unpin' || (pinned && label === '');
    });

interface VersionMenuProps extends Abilities {
  readonly version: Version;
  readonly onAction: (action: VersionAction) => void;
}

/** The menu of a version. */
export const VersionMenu = ({ version, onAction, ...abilities }: VersionMenuProps) => {
  const t = useText();
  const actions = new Set(versionActions(version, abilities));
  const items = offered
    .filter(({ action }) => actions.has(action))
    .map(({ action, ...look }): MenuItem => {
      const label: TextKey = `versions.${action}`;
      return { ...look, id: action, label: t(label), onSelect: () => onAction(action) };
    });
  return (
    <Menu
      align="end"
      items={items}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          label={t('versions.actions_for', { time: versionTime(version) })}
          icon={<Ellipsis />}
        />
      )}
    />
  );
};
