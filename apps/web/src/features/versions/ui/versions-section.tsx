import './versions.css';
import type { Version } from '@holdall/contract/versions';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { versionTime } from '../version-texts.ts';
import { changeVersion, deleteVersion, endPending } from '../versions.changes.ts';
import { requestedVersions, versionsSection } from '../versions-section.store.ts';
import { NameVersionPopup } from './name-version.popup.tsx';
import type { VersionAction } from './version-menu.tsx';
import { VersionsList, type VersionsListProps } from './versions-list.tsx';

/** The actions that the page around the section carries out. */
export type OuterAction = Exclude<VersionAction, 'name' | 'pin' | 'unpin' | 'delete'>;

interface VersionsSectionProps extends Omit<VersionsListProps, 'onAction'> {
  readonly onAction: (action: OuterAction, version: Version) => void;
  /** Called once a version is deleted, so that a preview shows the current content. */
  readonly onDeleted: (version: Version) => void;
}

interface Asked {
  readonly about: 'name' | 'delete';
  readonly version: Version;
}

/** The versions of a file in its details; they load once the section is unfolded. */
export const VersionsSection = ({ onAction, onDeleted, ...list }: VersionsSectionProps) => {
  const { itemId } = list;
  const t = useText();
  const client = useQueryClient();
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const isOpen = useStore(versionsSection) === 'open';
  const isRequested = useStore(requestedVersions) === itemId;
  const [asked, setAsked] = useState<Asked>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!isRequested) return;
    requestedVersions.set(undefined);
    toggle.current?.focus({ preventScroll: true });
    toggle.current?.scrollIntoView({ block: 'start' });
  }, [isRequested]);

  const run = (action: VersionAction, version: Version): void => {
    if (action === 'name' || action === 'delete') setAsked({ about: action, version });
    else if (action === 'pin' || action === 'unpin')
      void changeVersion(client, { itemId, version, fields: { pinned: action === 'pin' } });
    else onAction(action, version);
  };
  const close = (): void => setAsked(undefined);
  const remove = async (version: Version): Promise<void> => {
    setBusy(true);
    const isDone = await deleteVersion(client, itemId, version);
    setBusy(false);
    close();
    if (!isDone) return;
    onDeleted(version);
    endPending();
    showToast({ type: 'success', message: t('versions.deleted') });
    // The button that opened the menu is gone with its row.
    toggle.current?.focus();
  };

  return (
    <section className="versions" aria-labelledby={`${id}-title`}>
      <h3>
        <button
          ref={toggle}
          type="button"
          id={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => versionsSection.set(isOpen ? 'closed' : 'open')}
        >
          {t('versions.title')}
          <ChevronDown className="icon-16" />
        </button>
      </h3>
      {isOpen && (
        <div id={id}>
          <VersionsList {...list} onAction={run} />
        </div>
      )}
      {asked?.about === 'name' && (
        <NameVersionPopup
          version={asked.version}
          onSave={(label) => changeVersion(client, { itemId, version: asked.version, fields: { label } })}
          onClose={close}
        />
      )}
      {asked?.about === 'delete' && (
        <ConfirmPopup
          title={t('versions.delete.title')}
          message={t('versions.delete.text', { time: versionTime(asked.version) })}
          action={t('versions.delete.action')}
          busy={busy}
          onConfirm={() => void remove(asked.version)}
          onClose={close}
        />
      )}
    </section>
  );
};
