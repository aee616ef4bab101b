import '#features/preview/ui/preview.css';
import './guest-file.screen.css';
import { Check, Copy, Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
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
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { createStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useTitle } from './use-title.ts';

/** The facts of a file, of who shares it, and for how long. */
const Facts = ({ share: { attributes, relationships } }: { readonly share: Share }) => {
  const t = useText();
  const now = useNow();
  const { name, category, size } = relationships.item.data.attributes;
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

/** `/share/:token/file`: one file that is shared. */
export const GuestFileScreen = ({ share }: { readonly share: Share }) => {
  const t = useText();
  const [controls] = useState(() => createStore<ZoomControls | undefined>(undefined));
  const usedUp = isUsedUp(share);
  const usedUpId = useId();
  const item = share.relationships.item.data;
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
  const onDownload = (): void => download(item, restrictionsOf(share));
  return (
    <main className="guest-file">
      <div className="guest-file-stage">
        <PreviewStage
          {...{ item, controls }}
          gone={false}
          trashed={false}
          picturesOnly={share.attributes.downloads_left !== null}
          nearby={[]}
          onKey={(key) => void pressZoomKey(controls, key)}
        />
      </div>
      <footer className="guest-file-foot">
        <OwnerAvatar owner={share.relationships.owner.data.attributes} size={42} />
        <div className="guest-file-title">
          <h1 ref={title} aria-label={name} tabIndex={-1}>
            <FileName name={name} />
          </h1>
          <Facts share={share} />
          {usedUp && (
            <p id={usedUpId} className="guest-file-used-up">
              {t('errors.share.exhausted')}
            </p>
          )}
        </div>
        <span className="guest-file-actions">
          <ZoomButtons controls={controls} />
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
    </main>
  );
};
