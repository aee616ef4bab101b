import './details-body.css';
import { Download } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { useStore } from '#shared/lib/store.ts';
import { useStable } from '#shared/lib/use-stable.ts';
import { Button } from '#shared/ui/button.tsx';
import type { Batch } from '../actions/batch.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { isFolder, type Entry, type Page } from '../entry.ts';
import { itemQuery } from '../cache/files.queries.ts';
import { countsText, kindText } from '../kind-text.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { isSelected, selectedCount, summaryOf, type Selection } from '../selection/selection.ts';
import type { Listing } from '../listing/use-listing.ts';
import { useDetailsEntry } from '../selection/use-details-entry.ts';
import { Checksum } from './details-checksum.tsx';
import { DetailsShare } from './details-share.tsx';
import { EntryFacts, Fact } from './entry-facts.tsx';
import { EntryPicture } from './entry-picture.tsx';

export interface DetailsProps {
  readonly listing: Listing;
  readonly actions: ItemActions;
  /** Further facts below the listing's totals while nothing is selected. */
  readonly overview?: ReactNode;
  /** Draws the earlier versions of a file; undefined where they are not shown. */
  readonly versions?: ((file: Entry) => ReactNode) | undefined;
}

/** Milliseconds: a user who moves through a list with the arrow keys does not request the details of every entry. */
const settleMs = 150;

interface EntryTextProps extends Pick<DetailsProps, 'actions' | 'versions'> {
  readonly entry: Entry;
  /** The items that the actions apply to. */
  readonly batch: Batch;
  /** True once the selection has settled, so that details may be loaded from the server. */
  readonly isSettled: boolean;
  /** The download button, where there is no other one. */
  readonly children?: ReactNode;
}

/** Facts about one item, and its access. */
export const EntryText = ({ entry, batch, isSettled, actions, versions, children }: EntryTextProps) => {
  const t = useText();
  // Only this call returns the checksum and the ancestors; the listing has the rest.
  const details = useQuery({ ...itemQuery(entry.id), enabled: isSettled });
  const isDamaged = entry.attributes.damaged_at !== undefined;
  const sha256 = details.data?.data.attributes.sha256;
  return (
    <>
      <h3 className="details-name">{honestName(entry.attributes.name)}</h3>
      <p className="details-kind">{kindText(t, entry)}</p>
      {isDamaged && <p className="details-damaged">{t('files.damaged_text')}</p>}
      <EntryFacts entry={entry} above={details.data?.meta.ancestors} trashed={batch.isTrash} />
      {children}
      <DetailsShare {...{ batch, actions }} />
      {isSettled && !batch.isTrash && !isFolder(entry) && versions?.(entry)}
      {sha256 && <Checksum value={sha256} />}
    </>
  );
};

/** One item: its picture, its facts, and the download of a file. */
const EntryDetails = ({ entry, actions, ...rest }: Omit<EntryTextProps, 'batch' | 'children'>) => {
  const t = useText();
  const batch = actions.batch(entry);
  const folder = isFolder(entry);
  const isDamaged = entry.attributes.damaged_at !== undefined;
  return (
    <>
      <div className="details-picture">
        <EntryPicture entry={entry} room="details" iconWidth={folder ? 104 : 85} />
      </div>
      <EntryText {...{ entry, batch, actions }} {...rest}>
        {!folder && !isDamaged && !batch.isTrash && (
          <Button full icon={<Download className="icon-16" />} onClick={() => actions.run('download', batch)}>
            {t('files.download')}
          </Button>
        )}
      </EntryText>
    </>
  );
};

/** Totals of a listing that is no folder, such as Home. */
const Totals = ({ title, meta }: { readonly title: string; readonly meta: Page['meta'] }) => {
  const t = useText();
  return (
    <>
      <h3 className="details-name">{title}</h3>
      <p className="details-kind numeric">
        {countsText(t, meta) || t('files.count.items', { count: 0 })}
        {meta.files > 0 && ` · ${formatBytes(meta.size)}`}
      </p>
    </>
  );
};

/** The facts of several items together. */
const ManyDetails = ({
  entries,
  meta,
}: {
  readonly entries: readonly Entry[];
  readonly meta: Page['meta'];
}) => {
  const t = useText();
  const summary = summaryOf(useStore(selectionStore), meta);
  return (
    <>
      <div className="details-picture details-fan">
        {entries.map((entry) => (
          <span key={entry.id} data-picture={entry.attributes.thumbnail ? true : undefined}>
            <EntryPicture entry={entry} room="tile" iconWidth={84} />
          </span>
        ))}
      </div>
      <h3 className="details-name numeric">{t('files.selected', { count: summary.count })}</h3>
      <p className="details-kind numeric">{countsText(t, summary)}</p>
      {summary.files > 0 && (
        <dl className="details-facts">
          <Fact term={t('files.details.size')}>{formatBytes(summary.size)}</Fact>
        </dl>
      )}
    </>
  );
};

/** The number of overlapping pictures. */
const stackedPictures = 3;

/** Returns some of the selected entries; of a whole listing, its first ones. */
const someOf = (selection: Selection, { meta, entryAt }: Listing): Entry[] => {
  if (!selection.all) return [...selection.entries.values()].slice(0, stackedPictures);
  const found: Entry[] = [];
  for (let index = 0; index < (meta?.total ?? 0) && found.length < stackedPictures; index += 1) {
    const entry = entryAt(index);
    if (!entry) break;
    if (isSelected(selection, entry.id)) found.push(entry);
  }
  return found;
};

/** Details of the selection, or of the folder itself. */
export const DetailsBody = ({ listing, actions, overview, versions }: DetailsProps) => {
  const t = useText();
  const selection = useStore(selectionStore);
  const one = useDetailsEntry(listing);
  const isSettled = useStable(one?.id, settleMs);
  const { meta } = listing;
  if (one) return <EntryDetails key={one.id} entry={one} {...{ isSettled, actions, versions }} />;
  if (meta && selectedCount(selection, meta.total) > 0)
    return <ManyDetails entries={someOf(selection, listing)} meta={meta} />;
  return (
    <>
      {meta && <Totals title={actions.host().title} meta={meta} />}
      {overview}
      <p className="muted">{t('files.details.none')}</p>
    </>
  );
};
