import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entry } from '#features/files/entry.ts';
import { compareKind } from '#features/preview/compare/compare-kind.ts';
import type { ShownVersion } from '#features/preview/preview-item.ts';
import { VersionBanner } from '#features/preview/ui/version-banner.tsx';
import { Waiting } from '#features/preview/ui/waiting.tsx';
import { storedByText, versionTime } from '#features/versions/version-texts.ts';
import { leavingVersion } from '#features/versions/versions-section.store.ts';
import { versionsQuery } from '#features/versions/versions.queries.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { useLocation } from '#shared/router/location.ts';
import { editing, permission } from '#shared/session/permission.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { Meanwhile } from '#shared/ui/popup-slot.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { leaveVersion, openVersion } from './preview-address.ts';
import { entryOfVersion, restoreWithUndo } from './version-actions.ts';

const CompareView = lazyChunk(
  'compare',
  async () => (await import('#features/preview/ui/compare-view.tsx')).CompareView,
);

interface ShownOptions {
  /** The file in the preview; undefined while it is on its way, or in the trash. */
  readonly item: Entry | undefined;
  /** Bytes are counted, so that nothing is compared. */
  readonly picturesOnly: boolean;
}

/** `?version=`: the earlier version that the preview shows; undefined for the current content. */
export const useShownVersion = ({ item, picturesOnly }: ShownOptions): ShownVersion | undefined => {
  const t = useText();
  const client = useQueryClient();
  const allowed = useStore(permission);
  const query = new URLSearchParams(useLocation().search);
  const asked = item && editing.includes(allowed) ? query.get('version') : null;
  const isLeaving = useStore(leavingVersion) === asked;
  const list = useInfiniteQuery({ ...versionsQuery(item?.id ?? ''), enabled: asked !== null });
  const { data, isFetching, hasNextPage, fetchNextPage } = list;
  const version = data?.pages.flatMap((page) => page.data).find(({ id }) => id === asked);
  const isUnknown = asked !== null && !version && !isFetching && !isLeaving;
  useEffect(() => {
    if (!isUnknown || asked === null) return;
    if (hasNextPage) void fetchNextPage();
    else {
      leaveVersion(asked);
      showToast({ type: 'danger', message: text('errors.version.not_found') });
    }
  }, [isUnknown, asked, hasNextPage, fetchNextPage]);
  if (!item || asked === null) return undefined;

  const shown = version && entryOfVersion(item, version);
  const kind = shown && !picturesOnly ? compareKind(shown, item) : undefined;
  const isCompared = kind !== undefined && query.has('compare');
  const title = version
    ? [t('versions.banner', { time: versionTime(version) }), storedByText(t, version.stored_by)].join(' ')
    : t('preview.loading');
  const banner = (
    <VersionBanner
      {...{ isCompared }}
      title={title.trim()}
      busy={isLeaving}
      onRestore={version && (() => void restoreWithUndo(client, item.id, version))}
      onCompare={kind && (() => openVersion({ itemId: item.id, versionId: asked, compare: !isCompared }))}
      onBack={() => leaveVersion(asked)}
    />
  );
  // The bytes of a version that is being restored or deleted are asked for by nothing.
  const content = isLeaving ? undefined : shown;
  return {
    item: content,
    banner,
    ...(content &&
      isCompared && {
        comparison: (
          <Meanwhile show={<Waiting />}>
            <CompareView
              {...{ kind }}
              key={`${asked} ${item.attributes.modified_at}`}
              before={content}
              after={item}
            />
          </Meanwhile>
        ),
      }),
  };
};
