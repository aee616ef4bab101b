import './details.css';
import { Copy, Download, Ellipsis, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-date.ts';
import { useStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { isFolder, type Entry, type Page } from '../entry.ts';
import { itemQuery } from '../files.queries.ts';
import { countsText, itemsText, kindText } from '../kind-text.ts';
import { selectionStore } from '../selection.store.ts';
import { isSelected, onlySelected, selectedCount, summaryOf, type Selection } from '../selection.ts';
import type { Listing } from '../use-listing.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryPicture } from './entry-picture.tsx';

interface DetailsProps {
  readonly listing: Listing;
  readonly actions: ItemActions;
}

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd className="numeric">{children}</dd>
  </>
);

const Checksum = ({ value }: { readonly value: string }) => {
  const t = useText();
  const text = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      showToast({ type: 'success', message: t('files.details.copied') });
    } catch {
      // Refused by the browser, or there is no clipboard because the page came without https.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      showToast({ type: 'danger', message: t('files.details.not_copied') });
    }
  };
  return (
    <div className="details-checksum">
      <h3>{t('files.details.checksum')}</h3>
      <code ref={text}>{value}</code>
      <IconButton
        size="small"
        label={t('files.details.copy_checksum')}
        icon={<Copy className="icon-16" />}
        onClick={() => void copy()}
      />
    </div>
  );
};

/** The facts of one item. */
const EntryDetails = ({ entry, actions }: { readonly entry: Entry } & Pick<DetailsProps, 'actions'>) => {
  const t = useText();
  const details = useQuery(itemQuery(entry.id));
  const { name, size, width, height, created_at: created, updated_at: updated } = entry.attributes;
  const folder = isFolder(entry);
  const above = details.data?.meta.ancestors.at(-1);
  const sha256 = details.data?.data.attributes.sha256;
  return (
    <>
      <div className="details-picture">
        <EntryPicture entry={entry} room="details" iconWidth={folder ? 104 : 85} />
      </div>
      <h3 className="details-name">{name}</h3>
      <p className="details-kind numeric">
        {folder
          ? `${kindText(t, entry)} · ${itemsText(t, entry)}`
          : `${kindText(t, entry)} · ${formatBytes(size ?? 0)}`}
      </p>
      <dl className="details-facts">
        {width !== undefined && height !== undefined && (
          <Fact term={t('files.details.dimensions')}>{`${width} × ${height}`}</Fact>
        )}
        <Fact term={t('files.details.added')}>{formatLongDate(created)}</Fact>
        {updated !== created && <Fact term={t('files.details.changed')}>{formatLongDate(updated)}</Fact>}
        <Fact term={t('files.details.location')}>
          <Link to={paths.files(entry.attributes.parent_id)}>
            {above?.name ?? (entry.attributes.parent_id ? '…' : t('files.location_home'))}
          </Link>
        </Fact>
      </dl>
      {!folder && !actions.batch(entry).isTrash && (
        <Button
          full
          icon={<Download className="icon-16" />}
          onClick={() => actions.run('download', actions.batch(entry))}
        >
          {t('files.download')}
        </Button>
      )}
      {sha256 && <Checksum value={sha256} />}
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
          <EntryIcon key={entry.id} entry={entry} width={84} />
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

/** Pictures that lie on top of each other. */
const fanned = 3;

/** Some of what is selected; of a whole listing, what stands at its head. */
const someOf = (selection: Selection, { meta, entryAt }: Listing): Entry[] => {
  if (!selection.all) return [...selection.entries.values()].slice(0, fanned);
  const found: Entry[] = [];
  for (let index = 0; index < (meta?.total ?? 0) && found.length < fanned; index += 1) {
    const entry = entryAt(index);
    if (!entry) break;
    if (isSelected(selection, entry.id)) found.push(entry);
  }
  return found;
};

/** The one entry that is shown: the only selected one, or the folder itself where nothing is selected. */
const useShown = ({ root }: Listing): Entry | undefined => {
  const selection = useStore(selectionStore);
  const isEmpty = !selection.all && selection.entries.size === 0;
  return onlySelected(selection) ?? (isEmpty ? (root ?? undefined) : undefined);
};

/** What is selected, else the folder itself. */
export const DetailsBody = ({ listing, actions }: DetailsProps) => {
  const t = useText();
  const selection = useStore(selectionStore);
  const one = useShown(listing);
  const { meta } = listing;
  if (one) return <EntryDetails key={one.id} entry={one} actions={actions} />;
  if (meta && selectedCount(selection, meta.total) > 0)
    return <ManyDetails entries={someOf(selection, listing)} meta={meta} />;
  return <p className="muted">{t('files.details.none')}</p>;
};

interface DetailsPanelProps extends DetailsProps {
  readonly onClose: () => void;
  /** Stands at the foot: the uploads. */
  readonly dock: ReactNode;
}

export const DetailsPanel = ({ onClose, dock, ...body }: DetailsPanelProps) => {
  const t = useText();
  const shown = useShown(body.listing);
  return (
    <aside className="details" aria-label={t('files.details')}>
      <div className="details-header">
        <h2>{t('files.details')}</h2>
        <span className="spacer" />
        {shown && (
          <IconButton
            size="small"
            label={t('actions.menu_for', { name: shown.attributes.name })}
            icon={<Ellipsis />}
            aria-haspopup="menu"
            onClick={({ currentTarget }) =>
              body.actions.openMenu(currentTarget.getBoundingClientRect(), shown)
            }
          />
        )}
        <IconButton size="small" label={t('files.details.close')} icon={<X />} onClick={onClose} />
      </div>
      <div className="details-body">
        <DetailsBody {...body} />
      </div>
      {dock}
    </aside>
  );
};
