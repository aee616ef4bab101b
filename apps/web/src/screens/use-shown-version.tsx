import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entry } from '#features/files/entry.ts';
import { compareKind } from '#features/preview/compare/compare-kind.ts';
import type { ShownVersion } from '#features/preview/preview-item.ts';
import { FactsView } from '#features/preview/ui/facts-view.tsx';
import { VersionBanner } from '#features/preview/ui/version-banner.tsx';
import { Waiting } from '#features/preview/ui/waiting.tsx';
import { storedByText, versionTime } from '#features/versions/version-texts.ts';
import { pendingVersion } from '#features/versions/versions-section.store.ts';
import { versionsQuery } from '#features/versions/versions.queries.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { useLocation } from '#shared/router/location.ts';
import { editing, permission } from '#shared/session/permission.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { Meanwhile } from '#shared/ui/popup-slot.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { showCurrentContent, openVersion } from './preview-address.ts';
import { entryOfVersion, restoreWithUndo } from './version-actions.tsx';

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
  const pending = useStore(pendingVersion);
  const isPending = pending === asked;
  const list = useInfiniteQuery({ ...versionsQuery(item?.id ?? ''), enabled: asked !== null });
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = list;
  const version = data?.pages.flatMap((page) => page.data).find(({ id }) => id === asked);
  const isMissing = asked !== null && !version && !isPending;
  const failure = isMissing && isError ? errorText(list.error) : undefined;
  const isUnknown = isMissing && !isFetching && !isError;
  useEffect(() => {
    if (!isUnknown || asked === null) return;
    if (hasNextPage) void fetchNextPage();
    else {
      showCurrentContent(asked);
      showToast({ type: 'danger', message: text('errors.version.not_found') });
    }
  }, [isUnknown, asked, hasNextPage, fetchNextPage]);
  const title = version
    ? [t('versions.banner', { time: versionTime(version) }), storedByText(t, version.stored_by)]
        .join(' ')
        .trim()
    : failure;
  // After the preview itself has announced the file.
  useEffect(() => {
    if (asked !== null && title !== undefined) announce(title);
  }, [asked, title]);
  if (!item || asked === null) return undefined;

  const shown = version && entryOfVersion(item, version);
  const kind = shown && !picturesOnly ? compareKind(shown, item) : undefined;
  const isDamaged = version?.damaged_at !== undefined;
  const isCompared = kind !== undefined && query.has('compare');
  const goBack = (): void => {
    showCurrentContent(asked);
    announce(t('versions.shown_current'));
  };
  const retry = (): void => void (list.isFetchNextPageError ? fetchNextPage() : list.refetch());
  const banner = (
    <VersionBanner
      {...{ isCompared }}
      title={title ?? t('preview.loading')}
      busy={failure === undefined ? pending !== undefined : isFetching}
      onRetry={failure === undefined ? undefined : retry}
      onRestore={isDamaged ? undefined : version && (() => void restoreWithUndo(client, item.id, version))}
      onCompare={kind && (() => openVersion({ itemId: item.id, versionId: asked, compare: !isCompared }))}
      onBack={goBack}
    />
  );
  // The bytes of a version that is being restored or deleted are asked for by nothing.
  const content = isPending ? undefined : shown;
  return {
    item: content,
    banner,
    ...(failure !== undefined && { instead: <div className="preview-pane" /> }),
    ...(content && isDamaged && { instead: <FactsView item={content} reason="damaged_version" /> }),
    ...(content &&
      isCompared && {
        instead: (
          <Meanwhile show={<Waiting />}>
            <CompareView
              {...{ kind }}
              key={`${asked} ${item.attributes.file_url}`}
              before={content}
              after={item}
            />
          </Meanwhile>
        ),
      }),
  };
};
