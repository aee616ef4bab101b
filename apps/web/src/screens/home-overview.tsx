import { appEndpoints } from '@holdall/contract/app.endpoints';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { FolderSearch } from 'lucide-react';
import { useId } from 'react';
import { pageOf, type Page } from '#features/files/entry.ts';
import { overviewKey } from '#features/files/cache/files.queries.ts';
import { EntryPicture } from '#features/files/ui/entry-picture.tsx';
import { summaryQuery } from '#features/sharing/sharing.queries.ts';
import { meterOf } from '#features/storage/meter.ts';
import { storageQuery } from '#features/storage/storage.queries.ts';
import { call } from '#shared/api/client.ts';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { useDebounced } from '#shared/lib/use-debounced.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { navigate } from '#shared/router/location.ts';
import { guarded } from '#shared/session/session.ts';
import { FileName } from '#shared/ui/file-name.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { openPreview } from './preview-address.ts';

/** Files that are shown of the latest. */
const shown = 4;

/** Milliseconds without a change at Home after which the latest are asked for again: uploads change it one by one. */
const rest = 1_000;

/** The latest files. @param held how much Home holds: where that is different, they are as well */
const latestQuery = (held: string) =>
  queryOptions({
    queryKey: [...overviewKey, 'latest', held],
    queryFn: async ({ signal }) =>
      pageOf(await guarded(call(appEndpoints.browseLatest, { query: { limit: shown }, signal }))).entries,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });

const Storage = () => {
  const t = useText();
  const plan = useConfig(({ subscriptionType }) => subscriptionType);
  const { data } = useQuery(storageQuery);
  if (!data) return null;
  const { text, warning } = meterOf(t, data, plan);
  return (
    <div className="overview-part">
      <h4>{t('storage.title')}</h4>
      <p className="numeric">{warning ? `${text} · ${warning}` : text}</p>
    </div>
  );
};

const Latest = ({ meta }: { readonly meta: Page['meta'] }) => {
  const t = useText();
  const heading = useId();
  const held = useDebounced(`${meta.total} ${meta.size}`, rest);
  const { data } = useQuery(latestQuery(held));
  if (!data || data.length === 0) return null;
  return (
    <div className="overview-part">
      <h4 id={heading}>{t('latest.title')}</h4>
      <ul aria-labelledby={heading}>
        {data.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => openPreview(entry.id)}>
              <span>
                <EntryPicture entry={entry} room="row" iconWidth={22} />
              </span>
              <span>
                <FileName name={entry.attributes.name} />
                <time className="numeric" dateTime={entry.attributes.created_at}>
                  {formatLongDate(entry.attributes.created_at)}
                </time>
              </span>
            </button>
            <IconButton
              size="small"
              label={t('actions.show_item_in_folder', { name: honestName(entry.attributes.name) })}
              icon={<FolderSearch className="icon-16" />}
              onClick={() => navigate(paths.files(entry.attributes.parent_id, { select: entry.id }))}
            />
          </li>
        ))}
      </ul>
      <Link to={paths.latest()}>{t('overview.more')}</Link>
    </div>
  );
};

const Shared = () => {
  const t = useText();
  const links = useQuery(summaryQuery).data?.links;
  if (links === undefined) return null;
  return (
    <div className="overview-part">
      <h4>{t('shared.title')}</h4>
      <p className="numeric">
        {links === 0 ? t('overview.not_shared') : t('overview.links', { count: links })}
      </p>
      {links > 0 && <Link to={paths.shared()}>{t('overview.more')}</Link>}
    </div>
  );
};

/** Overview of Home while nothing is selected: storage, latest files and shared items. */
export const HomeOverview = ({ meta }: { readonly meta: Page['meta'] }) => (
  <>
    <Storage />
    <Latest meta={meta} />
    <Shared />
  </>
);
