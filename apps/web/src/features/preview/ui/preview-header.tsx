import { Download, Info, Share2, SquarePen, Trash2, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { deleteKey } from '#shared/lib/delete-key.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { useStore } from '#shared/lib/store.ts';
import { FileName } from '#shared/ui/file-name.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { detailsSide, toggleDetailsSide } from '../details-side.store.ts';
import type { PreviewActions, PreviewItem, PreviewWalk } from '../preview-item.ts';
import type { ZoomStore } from '../zoom-controls.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

const Facts = ({
  item,
  walk: { position, total },
}: {
  readonly item: PreviewItem;
  readonly walk: PreviewWalk;
}) => {
  const t = useText();
  const { name, category, size } = item.attributes;
  const parts = [
    position !== undefined &&
      total !== undefined &&
      t('preview.position', { position: position + 1, count: total }),
    t(`kinds.${fileKind(name, category)}`),
    size !== null && formatBytes(size),
  ];
  return <span className="numeric">{parts.filter(Boolean).join(' · ')}</span>;
};

interface PreviewHeaderProps extends PreviewActions {
  /** Has the focus at first: no button is the first thing that is meant. */
  readonly title: RefObject<HTMLHeadingElement | null>;
  readonly titleId: string;
  readonly item: PreviewItem | undefined;
  readonly trashed: boolean;
  readonly walk: PreviewWalk;
  readonly controls: ZoomStore;
  readonly onClose: () => void;
}

/** The title of the file in the preview, and the actions on it. */
export const PreviewHeader = ({
  title,
  titleId,
  item,
  trashed,
  walk,
  controls,
  onClose,
  ...on
}: PreviewHeaderProps) => {
  const t = useText();
  const { onDelete, onEdit, onShare } = on;
  const isDetailed = useStore(detailsSide) === 'open';
  return (
    <div className="window-header preview-header">
      <IconButton label={t('preview.close')} shortcut="Escape" icon={<X />} onClick={onClose} />
      <div className="window-title preview-title">
        <h2 ref={title} id={titleId} tabIndex={-1}>
          <span className="visually-hidden">
            {item ? t('preview.opened', { name: item.attributes.name }) : t('preview.loading')}
          </span>
          {item && (
            <span aria-hidden="true">
              <FileName name={item.attributes.name} />
            </span>
          )}
        </h2>
        {item && <Facts item={item} walk={walk} />}
      </div>
      <span className="spacer" />
      <ZoomButtons controls={controls} />
      {item && (
        <span className="preview-actions">
          {onEdit && (
            <IconButton label={t('actions.edit')} icon={<SquarePen />} onClick={() => onEdit(item)} />
          )}
          {!trashed && (
            <IconButton
              label={t('preview.download')}
              icon={<Download />}
              onClick={() => on.onDownload(item)}
            />
          )}
          {onShare && !trashed && (
            <IconButton label={t('share.action')} icon={<Share2 />} onClick={() => onShare(item)} />
          )}
          <IconButton
            label={t('preview.details')}
            shortcut="Alt+Enter"
            icon={<Info />}
            aria-pressed={isDetailed}
            onClick={toggleDetailsSide}
          />
          {onDelete && (
            <IconButton
              label={t(trashed ? 'actions.delete_forever' : 'actions.delete')}
              shortcut={deleteKey}
              icon={<Trash2 />}
              onClick={() => onDelete(item)}
            />
          )}
        </span>
      )}
    </div>
  );
};
