import type { Sorting } from '@holdall/contract/listing-order';
import { LayoutGrid, List, PanelRight, SquareCheck } from 'lucide-react';
import type { TrashSortField } from '@holdall/contract/page';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { useStore } from '#shared/lib/store.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { Meanwhile, PopupSlot } from '#shared/ui/popup-slot.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { Page } from '../entry.ts';
import { countsText } from '../kind-text.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import {
  endSelecting,
  multiSelect,
  selectionStore,
  ticked,
  toggleMultiSelect,
} from '../selection/selection.store.ts';
import { selectedCount, summaryOf } from '../selection/selection.ts';
import { isFolderSource, type ListingSource } from '../listing/listing-source.ts';
import { sortFieldsOf } from '../listing/sorting.ts';
import { viewType } from '../listing/view.store.ts';
import { SortMenu } from './sort-menu.tsx';

const SelectionBar = lazyChunk('selection', async () => (await import('./selection-bar.tsx')).SelectionBar);
export const preloadSelectionBar = SelectionBar.preload;

interface SubBarProps {
  readonly meta: Page['meta'] | undefined;
  readonly loading: boolean;
  readonly source: ListingSource;
  readonly sorting: Sorting;
  readonly onSort: (field: TrashSortField) => void;
  readonly actions: ItemActions;
  readonly detailsOpen: boolean;
  readonly onDetails: () => void;
}

/** The counts and size of the folder, or of the selection. */
const Counts = ({ meta, source }: { readonly meta: Page['meta'] } & Pick<SubBarProps, 'source'>) => {
  const t = useText();
  const selected = summaryOf(useStore(selectionStore), meta);
  const counts = countsText(t, meta);
  if (selected.count > 0) {
    const size = selected.size > 0 ? ` · ${formatBytes(selected.size)}` : '';
    return t('files.selected', { count: selected.count }) + size;
  }
  // A listing from many folders has no folders and files to count.
  if (!counts) return isFolderSource(source) ? t('files.count.empty') : t('files.count.items', { count: 0 });
  return meta.files > 0 ? `${counts} · ${formatBytes(meta.size)}` : counts;
};

const RestingBar = ({ meta, loading, source, sorting, onSort, detailsOpen, onDetails }: SubBarProps) => {
  const t = useText();
  const view = useStore(viewType);
  const sheet = useMedia(media.mobile);
  return (
    <div className="sub-bar">
      <span className="sub-bar-counts numeric truncate">
        {meta ? <Counts {...{ meta, source }} /> : loading && <Skeleton width={150} />}
      </span>
      <span className="spacer" />
      {sortFieldsOf(source).length > 0 && <SortMenu {...{ source, sorting, onSort }} />}
      {meta !== undefined && meta.total > 0 && (
        <Button
          className="sub-bar-select"
          look="ghost"
          size="small"
          icon={<SquareCheck className="icon-16" />}
          onClick={toggleMultiSelect}
        >
          {t('actions.select')}
        </Button>
      )}
      <span className="sub-bar-divider" />
      <span className="segmented" role="group" aria-label={t('files.view')}>
        {(['list', 'grid'] as const).map((type) => (
          <button
            key={type}
            type="button"
            aria-label={t(`files.view.${type}`)}
            data-tooltip={t(`files.view.${type}`)}
            aria-pressed={view === type}
            onClick={() => viewType.set(type)}
          >
            {type === 'list' ? <List className="icon-16" /> : <LayoutGrid className="icon-16" />}
          </button>
        ))}
      </span>
      <IconButton
        className="details-toggle"
        size="small"
        label={t('files.details')}
        shortcut="Alt+Enter"
        icon={<PanelRight />}
        aria-pressed={sheet ? undefined : detailsOpen}
        aria-haspopup={sheet ? 'dialog' : undefined}
        onClick={onDetails}
      />
    </div>
  );
};

/** The counts, order and view of a listing; a selection and its actions replace it. */
export const SubBar = (props: SubBarProps) => {
  const { meta, actions } = props;
  const selection = useStore(selectionStore);
  const selecting = useStore(multiSelect);
  const wasTicked = useStore(ticked);
  const count = selectedCount(selection, meta?.total ?? 0);
  const resting = <RestingBar {...props} />;
  if (!meta || (!selecting && count < (wasTicked ? 1 : 2))) return resting;
  return (
    <PopupSlot onFailure={endSelecting}>
      <Meanwhile show={resting}>
        <SelectionBar {...{ meta, actions }} />
      </Meanwhile>
    </PopupSlot>
  );
};
