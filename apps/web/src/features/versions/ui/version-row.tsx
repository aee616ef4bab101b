import type { StoredBy, Version } from '@holdall/contract/versions';
import { Pin, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { versionExpiry, storedByText, versionTime } from '../version-texts.ts';
import { VersionMenu, type VersionAction } from './version-menu.tsx';

interface StoredProps {
  readonly title: ReactNode;
  /** When and by whom it was stored, its size. */
  readonly facts: readonly string[];
}

const Stored = ({ title, facts }: StoredProps) => (
  <div className="version-text">
    <p className="version-title">{title}</p>
    <p className="numeric">{facts.filter(Boolean).join(' · ')}</p>
  </div>
);

interface CurrentProps {
  readonly current: { readonly stored_at: string; readonly stored_by: StoredBy };
  /** The size of the file. */
  readonly size: number | null;
}

/** The current content, which is no version. */
export const CurrentRow = ({ current, size }: CurrentProps) => {
  const t = useText();
  const facts = [
    versionTime(current),
    storedByText(t, current.stored_by),
    size === null ? '' : formatBytes(size),
  ];
  return (
    <div className="version-row" data-current>
      <Stored title={t('versions.current')} facts={facts} />
    </div>
  );
};

interface VersionRowProps {
  readonly version: Version;
  readonly isOwner: boolean;
  readonly canCopy: boolean;
  readonly isComparable: boolean;
  readonly isBusy: boolean;
  readonly onAction: (action: VersionAction) => void;
}

/** An earlier content, with its menu. */
export const VersionRow = ({ version, onAction, ...abilities }: VersionRowProps) => {
  const t = useText();
  const { label, pinned, size, stored_by: by, damaged_at: damagedAt } = version;
  const isDamaged = damagedAt !== undefined;
  const time = versionTime(version);
  const expiry = versionExpiry(t, version);
  const facts = [label === '' ? '' : time, storedByText(t, by), formatBytes(size)];
  return (
    <li className="version-row">
      <div>
        <button type="button" className="version-open" onClick={() => onAction('open')}>
          <Stored
            title={
              <>
                {label === '' ? <span className="numeric">{time}</span> : <bdi>{label}</bdi>}
                {isDamaged && (
                  <span className="version-damaged" data-tooltip={t('files.damaged')}>
                    <TriangleAlert className="icon-14" role="img" aria-label={t('files.damaged')} />
                  </span>
                )}
                {pinned && <Pin className="icon-14" role="img" aria-label={t('versions.pinned')} />}
              </>
            }
            facts={facts}
          />
        </button>
        {isDamaged && <p className="version-damaged">{t('versions.damaged')}</p>}
        {expiry && <p className="version-expiry numeric">{expiry}</p>}
      </div>
      <VersionMenu {...{ version, onAction }} {...abilities} />
    </li>
  );
};
