import './listing-view.css';
import './listing-grid.css';
import type { TrashSortField } from '@holdall/contract/page';
import { useEffect, useEffectEvent, useId, useRef, type ComponentType, type CSSProperties } from 'react';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useStore } from '#shared/lib/store.ts';
import { folderTarget } from '#shared/ui/drop-targets.ts';
import type { FavouriteActions, ItemActions } from '../actions/item-actions.ts';
import { isIn, originOf } from '../actions/batch.ts';
import { clipboardStore } from '../actions/clipboard.store.ts';
import { renaming } from '../actions/item-popup.store.ts';
import { dayGroups, rowStartsOf } from '../listing/day-groups.ts';
import { drawnEntries, type DrawnEntry } from '../listing/drawn-entries.ts';
import { sourceName, targetOf } from '../listing/listing-source.ts';
import { tilePlacement, tileWidth, useListingLayout } from '../listing/listing-layout.ts';
import { isFocusLost } from '../listing/lost-focus.ts';
import { followPointer } from '../listing/pointed-row.ts';
import { useReveal } from '../listing/reveal.ts';
import { ownedInOrder, useRowSlots } from '../listing/row-slots.ts';
import { isSelected, selectedCount } from '../selection/selection.ts';
import { multiSelect, selectionStore } from '../selection/selection.store.ts';
import type { Listing } from '../listing/use-listing.ts';
import { useFolderLeft } from '../listing/use-folder-left.ts';
import { useFirstRows } from '../listing/use-first-rows.ts';
import { useListingFocus } from '../listing/use-listing-focus.ts';
import { useListingKeys } from '../listing/use-listing-keys.ts';
import { useListingPointer } from '../selection/use-listing-pointer.ts';
import { useScrollMemory } from '../listing/use-scroll-memory.ts';
import { useSelection } from '../selection/use-selection.ts';
import { useViewport } from '../listing/use-viewport.ts';
import { useVisibleRows } from '../listing/use-visible-rows.ts';
import { overscan, visibleRange, wholeRange } from '../listing/visible-range.ts';
import { EntrySkeleton } from './entry-skeleton.tsx';
import { GridTile } from './grid-tile.tsx';
import type { EntryProps } from './entry-props.ts';
import { ListHeader, type ListHeaderProps } from './list-header.tsx';
import { ListRow } from './list-row.tsx';
import { keyboardActions } from '../listing/keyboard-actions.ts';

/** The components of a list and of a grid. */
export interface ListingDrawing {
  readonly Tile: ComponentType<EntryProps>;
  readonly Row: ComponentType<EntryProps>;
  readonly Header: ComponentType<ListHeaderProps>;
}
const plain: ListingDrawing = { Tile: GridTile, Row: ListRow, Header: ListHeader };

interface ListingViewProps {
  readonly listing: Listing;
  readonly total: number;
  readonly label: string;
  readonly view: 'list' | 'grid';
  /** The key of the history entry whose scroll position is stored. */
  readonly historyKey: string;
  /** Id of the folder that was left by going up to this listing. */
  readonly left: string | undefined;
  /** True if the listing was empty a moment ago: the focus then was on the notice that the entries have replaced. */
  readonly wasEmpty: boolean;
  readonly onSort: (field: TrashSortField) => void;
  readonly actions: ItemActions;
  readonly favourites: FavouriteActions | undefined;
  /** Components that replace the usual ones. */
  readonly drawing: ListingDrawing | undefined;
}

/** The outer edges of a row: true where no row adjoins it. */
interface RowEdges {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The entries of a folder as a list or a grid; only entries near the visible ones are drawn and loaded. */
export const ListingView = ({
  listing,
  total,
  label,
  view,
  historyKey,
  left,
  wasEmpty,
  onSort,
  actions,
  favourites,
  drawing: { Tile, Row, Header } = plain,
}: ListingViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  // The size of tiles depends on the measured width and cannot be guessed.
  const viewport = useViewport(scroller, view === 'list' ? innerHeight : 0);
  const isMeasured = viewport.width > 0;
  const layout = useListingLayout(view, viewport.width);
  const { columns, rowHeight, header, gap } = layout;
  const compact = useMedia(media.phone);
  const small = useMedia(media.mobile);
  const selected = useStore(selectionStore);
  const selecting = useStore(multiSelect);
  const clipboard = useStore(clipboardStore);
  const renamed = useStore(renaming);
  const firstRows = useFirstRows();
  const selection = useSelection(listing);
  const { active, tracked, take, activate } = useListingFocus(scroller, {
    listing,
    total,
    layout,
    historyKey,
  });
  const rows = Math.ceil(total / columns);
  // The latest uploads are grouped by days: they are few enough to be drawn in full.
  const byDay = listing.ref.source.kind === 'latest';
  const { width, height } = viewport;
  // It precedes the rendering, so that reading the scroll position forces no layout.
  useScrollMemory(scroller, { historyKey, width, active: tracked });
  useFolderLeft({ listing, total, left, isMeasured, active, activate });
  const beyond = isMeasured && firstRows ? overscan : 0;
  const { first, last } = useVisibleRows(scroller, (scrollTop) =>
    byDay
      ? wholeRange(rows)
      : visibleRange({ scrollTop, height }, { rows, rowHeight, offset: header, beyond }),
  );
  const firstIndex = first * columns;
  const lastIndex = Math.min(total - 1, (last + 1) * columns - 1);
  const id = useId();
  const drawn = drawnEntries(listing, firstIndex, lastIndex);
  const slotted = useRowSlots(scroller, drawn, total);
  const days = byDay ? dayGroups(drawn) : undefined;

  const { show } = listing;
  useEffect(() => show(firstIndex, lastIndex), [show, firstIndex, lastIndex]);

  // A user who comes back continues where they were; a heading has the focus until then.
  const receive = useEffectEvent(() => {
    if (wasEmpty) {
      if (isFocusLost()) activate(0);
    } else if (active >= 0 && document.activeElement?.matches('h1, body')) take(active);
  });
  useEffect(() => receive(), []);
  useReveal(sourceName(listing.ref.source), isMeasured, (index, select) => {
    activate(index);
    if (select) selection.select(index, listing.entryAt(index), 'only');
  });
  const open = (index: number): void => {
    const entry = listing.entryAt(index);
    if (entry) actions.host().onOpen(entry);
  };
  const boxOf = (index: number): DOMRect | undefined =>
    document.getElementById(`${id}-${index}`)?.getBoundingClientRect();

  const onKeyDown = useListingKeys({
    listing,
    active,
    activate,
    selection,
    open,
    ...keyboardActions({ actions, entry: listing.entryAt(active), box: () => boxOf(active) }),
    shape: {
      count: total,
      columns,
      pageRows: Math.floor((height - header) / rowHeight),
      rowStarts: days && rowStartsOf(days, columns),
    },
  });
  const on = useListingPointer({
    listing,
    selection,
    actions,
    take,
    open,
    gesture: () => (scroller.current ? { scroller: scroller.current, layout, total } : undefined),
  });

  const { isTrash: inTrash } = originOf({ source: listing.ref.source, meta: listing.meta });
  const Item = view === 'grid' ? Tile : Row;
  const isMarked = (index: number): boolean => {
    const entry = listing.entryAt(index);
    return entry !== undefined && isSelected(selected, entry.id);
  };
  /** Returns the position of an entry, and the edges of a row; days are laid out by the flow. */
  const placementOf = (index: number, { isFirst, isLast }: RowEdges) => {
    if (view === 'grid') return byDay ? undefined : tilePlacement(index, layout, width);
    const above = !isFirst && isMarked(index - 1);
    return {
      ...(!byDay && { top: index * rowHeight }),
      line: !isFirst && !above,
      above,
      below: !isLast && isMarked(index + 1),
    };
  };
  const draw = (
    { index, key, entry }: DrawnEntry,
    edges: RowEdges = { isFirst: index === 0, isLast: index === total - 1 },
  ) =>
    entry ? (
      <Item
        key={key}
        {...{ entry, index, compact, selecting, inTrash }}
        showing={small}
        {...placementOf(index, edges)}
        id={`${id}-${index}`}
        {...listing.ref}
        selected={isSelected(selected, entry.id)}
        active={index === active}
        renaming={renamed === entry.id}
        cut={clipboard?.isCut === true && isIn(clipboard.batch, entry)}
        favourite={favourites?.has(entry.id) ?? false}
      />
    ) : (
      <EntrySkeleton key={key} index={index} view={view} compact={compact} {...placementOf(index, edges)} />
    );
  const rowsClass = view === 'grid' ? 'grid-rows' : 'list-rows';
  const tileSize =
    view === 'grid'
      ? ({
          '--tile-width': `${tileWidth(width, layout)}px`,
          '--tile-height': `${rowHeight - gap}px`,
        } as CSSProperties)
      : undefined;
  const gridStyle = view === 'grid' && {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridAutoRows: rowHeight - gap,
    gap,
  };

  const count = selectedCount(selected, total);
  const folderId = listing.meta?.trashed === true ? undefined : targetOf(listing.ref.source);
  return (
    <div
      ref={scroller}
      className="listing"
      data-view={view}
      data-came-up={(left !== undefined && listing.entryAt(active)?.id === left) || undefined}
      data-selecting={selecting || count > 1 || undefined}
      role="grid"
      tabIndex={0}
      aria-label={label}
      {...on}
      {...followPointer}
      onKeyDown={onKeyDown}
      {...(folderId !== undefined && folderTarget(folderId, label))}
      aria-multiselectable
      aria-rowcount={view === 'list' && !compact ? total + 1 : total}
      aria-activedescendant={active >= firstIndex && active <= lastIndex ? `${id}-${active}` : undefined}
    >
      {view === 'list' && !compact && (
        <Header
          {...listing.ref}
          onSort={onSort}
          allSelected={count > 0 && count === total}
          someSelected={count > 0}
          onSelectAll={(all) => (all ? selection.selectAll() : selection.clear())}
        />
      )}
      {days ? (
        days.map(({ day, entries }) => (
          <div key={day} className="listing-day" role="rowgroup" aria-label={day} data-day={day}>
            <div className={rowsClass} role="presentation" style={gridStyle || undefined}>
              {entries.map((one, at) => draw(one, { isFirst: at === 0, isLast: at === entries.length - 1 }))}
            </div>
          </div>
        ))
      ) : (
        <div className="listing-space" role="presentation" style={{ height: rows * rowHeight }}>
          <div
            role="rowgroup"
            style={tileSize}
            aria-owns={ownedInOrder(slotted, (index) => `${id}-${index}`)}
          >
            {slotted.map((row) => draw({ ...row, key: row.slot }))}
          </div>
        </div>
      )}
    </div>
  );
};
