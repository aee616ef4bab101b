import { Download, Ellipsis, EllipsisVertical, Share2, Undo2 } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { hasPermission } from '#shared/session/permission.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import type { Entry } from '../entry.ts';

/** The checkbox of an entry. */
export const EntryCheck = ({ name, selected }: { readonly name: string; readonly selected: boolean }) => {
  const t = useText();
  return (
    <Checkbox
      tabIndex={-1}
      checked={selected}
      aria-label={t('files.select_item', { name })}
      readOnly
      data-action="toggle"
    />
  );
};

interface EntryMenuButtonProps {
  readonly name: string;
  readonly compact?: boolean;
  readonly className?: string;
  /** True if its icon is drawn. */
  readonly drawn?: boolean;
}

/** The button that opens an entry's menu. */
export const EntryMenuButton = ({ name, compact = false, className, drawn = true }: EntryMenuButtonProps) => {
  const t = useText();
  return (
    <IconButton
      {...(className !== undefined && { className })}
      size="small"
      tabIndex={-1}
      label={t('actions.menu_for', { name })}
      shortcut="Shift+F10"
      icon={drawn && (compact ? <EllipsisVertical className="icon-20" /> : <Ellipsis className="icon-16" />)}
      aria-haspopup={compact ? 'dialog' : 'menu'}
      data-action="menu"
    />
  );
};

interface EntryShortcutsProps {
  readonly entry: Entry;
  readonly inTrash: boolean;
  /** True if their icons are drawn. */
  readonly drawn?: boolean;
}

/** The quick actions of a row, besides its menu. */
export const EntryShortcuts = ({ entry, inTrash, drawn = true }: EntryShortcutsProps) => {
  const t = useText();
  const { name } = entry.attributes;
  if (inTrash)
    return (
      <Button
        look="ghost"
        size="small"
        tabIndex={-1}
        icon={<Undo2 className="icon-16" />}
        aria-label={t('actions.restore_item', { name })}
        data-action="restore"
      >
        {t('actions.restore')}
      </Button>
    );
  return (
    <>
      {hasPermission('master') && (
        <IconButton
          size="small"
          tabIndex={-1}
          label={t('share.title', { name })}
          icon={drawn && <Share2 className="icon-16" />}
          data-action="share"
        />
      )}
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('files.download_item', { name })}
        shortcut="Mod+S"
        icon={drawn && <Download className="icon-16" />}
        data-action="download"
      />
    </>
  );
};
