import './drop-zone.css';
import { CircleSlash, Upload } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { useRootData } from '#shared/lib/use-root-data.ts';
import { editing, permission as granted } from '#shared/session/permission.ts';
import { uploadPermission, type UploadPermission } from '../uploads.store.ts';
import { useDrop, type HoveringDrop } from '../use-drop.ts';

interface DropBadgeProps {
  readonly drop: HoveringDrop;
  readonly folderName: string;
  readonly allowed: boolean;
}

const DropBadge = ({ drop: { count, target }, folderName, allowed }: DropBadgeProps) => {
  const t = useText();
  useRootData('dropping', allowed ? 'allowed' : 'forbidden');
  if (!allowed)
    return (
      <div className="drop-badge" data-forbidden="">
        <CircleSlash />
        {t('uploads.drop.forbidden')}
      </div>
    );
  return (
    <div className="drop-badge">
      <Upload />
      <span>{count > 0 ? t('uploads.drop.to', { count }) : t('uploads.drop.to_unknown')}</span>
      <b className="truncate">{target?.folderName ?? folderName}</b>
    </div>
  );
};

interface DropZoneProps {
  /**
   * The current folder, the destination of a drop or a paste outside any other folder; null is the top, undefined where
   * no items can be added.
   */
  readonly parentId: string | null | undefined;
  readonly folderName: string;
  /** The user's permission. */
  readonly permission: UploadPermission;
  readonly children: ReactNode;
}

/**
 * Accepts dropped files anywhere in the window and pasted ones. Frames the nearest positioned ancestor during a drag.
 * Folders that accept dragged items (shared/ui/drop-targets.ts) are targets of their own.
 */
export const DropZone = ({ parentId, folderName, permission, children }: DropZoneProps) => {
  const drop = useDrop(parentId);
  const isEditor = editing.includes(useStore(granted));
  const takes = parentId !== undefined || drop?.target !== undefined;
  const allowed = isEditor && permission.canUpload && takes;
  useEffect(() => uploadPermission.set(permission), [permission]);
  return (
    <>
      {children}
      {drop && (
        <>
          {/* A folder under the pointer has its own frame. */}
          {!drop.target && <div className="drop-frame" data-forbidden={allowed ? undefined : ''} />}
          <DropBadge {...{ drop, folderName, allowed }} />
        </>
      )}
    </>
  );
};
