import { X } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import type { SharedItem } from '../sharing.store.ts';

interface ShareHeadProps {
  /** Id of the heading where it labels the popup. */
  readonly titleId: string | undefined;
  readonly title: string;
  readonly item: SharedItem;
  /** `ended`: the link has ended while the popup is open. */
  readonly access: 'link' | 'ended' | 'none';
  readonly onClose: () => void;
}

const accessTexts = { link: 'share.badge', ended: 'share.link_ended', none: 'share.only_you' } as const;

/** Shows the shared item and who has access. */
export const ShareHead = ({ titleId, title, item, access, onClose }: ShareHeadProps) => {
  const t = useText();
  const { name, color, emoji, category, items, size } = item.attributes;
  const isFolder = item.type === 'folder';
  const facts = isFolder ? t('files.count.items', { count: items ?? 0 }) : formatBytes(size ?? 0);
  return (
    <div className="share-head">
      <span className="share-head-picture" aria-hidden="true">
        {isFolder ? (
          <FolderIcon color={color} emoji={emoji} width={44} />
        ) : (
          <FileIcon name={name} category={category} width={31} />
        )}
      </span>
      <div>
        <h2 id={titleId} aria-label={title}>
          <FileName name={title} isFolder={isFolder} />
        </h2>
        <p className="numeric truncate">{[facts, t(accessTexts[access])].join(' · ')}</p>
      </div>
      <IconButton size="small" label={t('actions.close')} icon={<X />} onClick={onClose} />
    </div>
  );
};
