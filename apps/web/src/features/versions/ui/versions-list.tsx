import type { Version } from '@holdall/contract/versions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { useKeepsVersions } from '#shared/session/use-keeps-versions.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { Button } from '#shared/ui/button.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { pendingVersion } from '../versions-section.store.ts';
import { versionsQuery } from '../versions.queries.ts';
import type { VersionAction } from './version-menu.tsx';
import { CurrentRow, VersionRow } from './version-row.tsx';

export interface VersionsListProps {
  readonly itemId: string;
  /** The size of the file. */
  readonly size: number | null;
  /** True for the owner of the file; guests neither pin nor delete. */
  readonly isOwner: boolean;
  /** False for guests of a single file: their link leads to nothing beside it. */
  readonly canCopy: boolean;
  /** Reports whether a version can be compared with the current content. */
  readonly isComparable: (version: Version) => boolean;
  readonly onAction: (action: VersionAction, version: Version) => void;
}

/** The current content of a file and the earlier ones, the newest first. */
export const VersionsList = ({ itemId, size, isComparable, onAction, ...who }: VersionsListProps) => {
  const t = useText();
  const pending = useStore(pendingVersion);
  const keepsVersions = useKeepsVersions();
  const list = useInfiniteQuery(versionsQuery(itemId));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const meta = data?.pages[0]?.meta;
  if (!data || !meta)
    return (
      <Unloaded {...list}>
        <LateSkeleton width="100%" height={40} />
      </Unloaded>
    );
  const isBusy = pending !== undefined;
  const versions = data.pages.flatMap((page) => page.data);
  return (
    <>
      <CurrentRow current={meta.current} size={size} />
      {versions.length === 0 ? (
        <p className="versions-note">{t(keepsVersions ? 'versions.empty' : 'versions.empty_off')}</p>
      ) : (
        <ul aria-label={t('versions.list')}>
          {versions.map((version) => (
            <VersionRow
              key={version.id}
              {...{ version, isBusy }}
              {...who}
              isComparable={isComparable(version)}
              onAction={(action) => onAction(action, version)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button full size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('versions.more')}
        </Button>
      )}
      {versions.length > 0 && (
        <p className="versions-note numeric">
          {t('versions.total', { count: meta.count, size: formatBytes(meta.size) })}
        </p>
      )}
    </>
  );
};
