import '#features/preview/ui/preview.css';
import './guest-file.screen.css';
import { useQuery } from '@tanstack/react-query';
import { Check, Copy, Download, History, SquarePen } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Entry } from '#features/files/entry.ts';
import { itemQuery } from '#features/files/cache/files.queries.ts';
import { download } from '#features/files/actions/download.ts';
import { expiryText } from '#features/guest/expiry.ts';
import { isUsedUp, restrictionsOf } from '#features/guest/restrictions.ts';
import { OwnerAvatar } from '#features/guest/ui/owner-card.tsx';
import { useNow } from '#features/guest/use-now.ts';
import type { Share } from '#features/guest/visit.ts';
import { PreviewStage } from '#features/preview/ui/preview-stage.tsx';
import { ZoomButtons } from '#features/preview/ui/zoom-buttons.tsx';
import { pressZoomKey, type ZoomControls } from '#features/preview/zoom-controls.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { useLocation } from '#shared/router/location.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';
import { createStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { closeEditor, closeVersion, openEditor } from './preview-address.ts';
import { useTitle } from './use-title.ts';

const EditedText = lazyChunk('editor', async () => (await import('./listing.editor.tsx')).EditedText);
const VersionStage = lazyChunk(
  'guest-file-version',
  async () => (await import('./guest-file.version-stage.tsx')).VersionStage,
);
const FileVersions = lazyChunk(
  'guest-file-versions',
  async () => (await import('./guest-file.versions.tsx')).FileVersions,
);

/** The facts of a file, of who shares it, and for how long. */
const Facts = ({ share, item }: { readonly share: Share; readonly item: Entry }) => {
  const t = useText();
  const now = useNow();
  const { attributes, relationships } = share;
  const { name, category, size } = item.attributes;
  const owner = relationships.owner.data.attributes.name;
  const { expires_at: expiresAt, downloads_left: left } = attributes;
  const parts = [
    t(`kinds.${fileKind(name, category)}`),
    size !== null && formatBytes(size),
    owner === null ? t('guest.shared_with_you') : t('guest.shared_by_name', { name: owner }),
    expiresAt !== null && expiryText(t, expiresAt, now),
    left !== null && (left === 0 ? t('guest.downloads_none') : t('guest.downloads_left', { count: left })),
  ];
  return <p className="guest-file-facts numeric">{parts.filter(Boolean).join(' · ')}</p>;
};

const CopyLink = () => {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copyText(location.href)) {
      setCopied(true);
      announce(t('guest.copied'));
    } else showToast({ type: 'danger', message: t('copy.failed') });
  };
  return (
    <Button size="large" icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {t(isCopied ? 'guest.copied' : 'guest.copy_link')}
    </Button>
  );
};

interface ChangesProps {
  readonly item: Entry;
  readonly restrictions: Restrictions;
}

/** The ways to change a file and to see what it was, for guests who may edit it. */
const Changes = ({ item, restrictions }: ChangesProps) => {
  const t = useText();
  const [isListed, setListed] = useState(false);
  const close = (): void => setListed(false);
  return (
    <>
      <Button size="large" icon={<History />} aria-haspopup="dialog" onClick={() => setListed(true)}>
        {t('versions.title')}
      </Button>
      {isEditable(item) && (
        <Button size="large" icon={<SquarePen />} onClick={() => openEditor(item.id)}>
          {t('actions.edit')}
        </Button>
      )}
      {isListed && (
        <PopupSlot onFailure={close}>
          <FileVersions entry={item} {...{ restrictions }} onClose={close} />
        </PopupSlot>
      )}
    </>
  );
};

/** `/share/:token/file`: one file that is shared. */
export const GuestFileScreen = ({ share }: { readonly share: Share }) => {
  const t = useText();
  const [controls] = useState(() => createStore<ZoomControls | undefined>(undefined));
  const usedUp = isUsedUp(share);
  const usedUpId = useId();
  const picturesOnly = share.attributes.downloads_left !== null;
  const mayEdit = share.attributes.permission === 'editor' && !picturesOnly;
  const { id, ...shared } = share.relationships.item.data;
  // The link is asked for less often than what changes by one's own saves.
  const { data: details } = useQuery({ ...itemQuery(id), enabled: mayEdit });
  const item: Entry = (mayEdit && details?.data) || { id, ...shared };
  const restrictions = restrictionsOf(share);
  const query = new URLSearchParams(useLocation().search);
  const edited = query.get('edit');
  const { name } = item.attributes;
  useTitle(name);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (!ctrlKey && !metaKey && !altKey) pressZoomKey(controls, key);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [controls]);
  const onDownload = (): void => download(item, restrictions);
  const view = { item, controls, onKey: (key: string) => void pressZoomKey(controls, key) };
  return (
    <main className="guest-file">
      {mayEdit && query.has('version') ? (
        <PopupSlot onFailure={closeVersion}>
          <VersionStage {...view} />
        </PopupSlot>
      ) : (
        <div className="guest-file-stage">
          <PreviewStage
            key={item.attributes.file_url}
            {...view}
            {...{ picturesOnly }}
            gone={false}
            trashed={false}
            nearby={[]}
          />
        </div>
      )}
      <footer className="guest-file-foot">
        <OwnerAvatar owner={share.relationships.owner.data.attributes} size={42} />
        <div className="guest-file-title">
          <h1 ref={title} aria-label={name} tabIndex={-1}>
            <FileName name={name} />
          </h1>
          <Facts {...{ share, item }} />
          {usedUp && (
            <p id={usedUpId} className="guest-file-used-up">
              {t('errors.share.exhausted')}
            </p>
          )}
        </div>
        <span className="guest-file-actions">
          <ZoomButtons controls={controls} />
          {mayEdit && <Changes {...{ item, restrictions }} />}
          <CopyLink />
          <Button
            look="primary"
            size="large"
            icon={<Download />}
            disabled={usedUp}
            aria-describedby={usedUp ? usedUpId : undefined}
            onClick={onDownload}
          >
            {t('files.download')}
          </Button>
        </span>
      </footer>
      {mayEdit && edited === id && (
        <PopupSlot onFailure={closeEditor}>
          <EditedText {...{ id, onDownload }} />
        </PopupSlot>
      )}
    </main>
  );
};
