import './listing-view.css';
import type { TrashSortField } from '@holdall/contract/page';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useStore } from '#shared/lib/store.ts';
import type { Entry } from '../entry.ts';
import { drawnEntries } from '../drawn-entries.ts';
import { useListingLayout } from '../listing-layout.ts';
import { placeOf } from '../scroll-memory.ts';
import { chosen, isSelected, selectedCount } from '../selection.ts';
import { selectionStore } from '../selection.store.ts';
import type { Listing } from '../use-listing.ts';
import { useListingKeys } from '../use-listing-keys.ts';
import { useListingPointer } from '../use-listing-pointer.ts';
import { useScrollMemory } from '../use-scroll-memory.ts';
import { useSelection } from '../use-selection.ts';
import { useTrackedEntry } from '../use-tracked-entry.ts';
import { useViewport } from '../use-viewport.ts';
import { scrollTopFor, visibleRange } from '../visible-range.ts';
import { EntrySkeleton } from './entry-skeleton.tsx';
import { GridTile } from './grid-tile.tsx';
import { ListHeader } from './list-header.tsx';
import { ListRow } from './list-row.tsx';

interface ListingViewProps {
  readonly listing: Listing;
  readonly total: number;
  readonly label: string;
  readonly view: 'list' | 'grid';
  /** Names the entry of the history, whose place is remembered. */
  readonly place: string;
  /** Whether it was empty a moment ago: the focus then stood on what the entries have replaced. */
  readonly wasEmpty: boolean;
  /** Address of the folder above; undefined at the top. */
  readonly parent: string | undefined;
  readonly onSort: (field: TrashSortField) => void;
  readonly onOpen: (entry: Entry) => void;
  readonly onDownload: (entry: Entry) => void;
}

/** The entries of a folder as a list or a grid; only those near the visible ones are drawn and loaded. */
export const ListingView = ({
  listing,
  total,
  label,
  view,
  place,
  wasEmpty,
  parent,
  ...on
}: ListingViewProps) => {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  const { columns, rowHeight, header, gap } = useListingLayout(view, viewport.width);
  const compact = useMedia(media.phone);
  const selection = useStore(selectionStore);
  const actions = useSelection(listing);
  const [active, tracked, setActive] = useTrackedEntry(listing, () => placeOf(place).active);
  const rows = Math.ceil(total / columns);
  const { first, last } = visibleRange(viewport, { rows, rowHeight, offset: header });
  const firstIndex = first * columns;
  const lastIndex = Math.min(total - 1, (last + 1) * columns - 1);
  const id = useId();

  const { show } = listing;
  useEffect(() => show(firstIndex, lastIndex), [show, firstIndex, lastIndex]);

  useScrollMemory(scroller, { place, ...viewport, active: tracked });

  const activate = (index: number): void => {
    setActive(index);
    const element = scroller.current;
    element?.focus({ preventScroll: true });
    const target = scrollTopFor(Math.floor(index / columns), viewport, { rowHeight, header, offset: header });
    if (element && target !== undefined) element.scrollTop = target;
  };
  const receive = useEffectEvent(() => {
    if (wasEmpty && document.activeElement === document.body) activate(0);
  });
  useEffect(() => receive(), []);
  const open = (index: number): void => {
    const entry = listing.entryAt(index);
    if (entry) on.onOpen(entry);
  };

  const onKeyDown = useListingKeys({
    listing,
    shape: { count: total, columns, pageRows: Math.floor((viewport.height - header) / rowHeight) },
    active,
    activate,
    selection: actions,
    open,
    download: () => {
      for (const entry of chosen(selection, listing.entryAt(active))) on.onDownload(entry);
    },
    parent,
  });

  const { onClick, onDoubleClick } = useListingPointer({
    listing,
    selection: actions,
    take: (index) => {
      setActive(index);
      scroller.current?.focus({ preventScroll: true });
    },
    open,
    onDownload: on.onDownload,
  });

  const count = selectedCount(selection, total);
  const Item = view === 'grid' ? GridTile : ListRow;
  return (
    <div
      ref={scroller}
      className="listing"
      data-view={view}
      data-selecting={count > 1 || undefined}
      role="grid"
      tabIndex={0}
      aria-label={label}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
      aria-multiselectable
      aria-rowcount={view === 'list' && !compact ? total + 1 : total}
      aria-activedescendant={active >= firstIndex && active <= lastIndex ? `${id}-${active}` : undefined}
    >
      {view === 'list' && !compact && (
        <ListHeader
          {...listing.ref}
          onSort={on.onSort}
          allSelected={count > 0 && count === total}
          someSelected={count > 0}
          onSelectAll={(all) => (all ? actions.selectAll() : actions.clear())}
        />
      )}
      <div className="listing-space" role="presentation" style={{ height: rows * rowHeight }}>
        <div
          className={view === 'grid' ? 'grid-rows' : 'list-rows'}
          role="rowgroup"
          style={{
            transform: `translateY(${first * rowHeight}px)`,
            ...(view === 'grid' && {
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              gridAutoRows: rowHeight - gap,
              gap,
            }),
          }}
        >
          {drawnEntries(listing, firstIndex, lastIndex).map(({ index, key, entry }) =>
            entry ? (
              <Item
                key={key}
                {...{ entry, index, compact }}
                id={`${id}-${index}`}
                {...listing.ref}
                selected={isSelected(selection, entry.id)}
                active={index === active}
              />
            ) : (
              <EntrySkeleton key={key} index={index} view={view} compact={compact} />
            ),
          )}
        </div>
      </div>
      {total === 0 && <span className="visually-hidden">{t('files.count.empty')}</span>}
    </div>
  );
};
