import type { Sorting } from '@holdall/contract/listing-order';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TrashSortField } from '@holdall/contract/page';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Menu } from '#shared/ui/menu.tsx';
import type { ListingSource } from '../listing/listing-source.ts';
import { sortFieldsOf } from '../listing/sorting.ts';

interface SortMenuProps {
  readonly source: ListingSource;
  readonly sorting: Sorting;
  readonly onSort: (field: TrashSortField) => void;
}

/** The sort menu of the listing; choosing the current field again reverses the order. */
export const SortMenu = ({ source, sorting, onSort }: SortMenuProps) => {
  const t = useText();
  const Arrow = sorting.direction === 'ASC' ? ArrowUp : ArrowDown;
  const field = t(`files.sort.${sorting.field}`);
  const direction = t(sorting.direction === 'ASC' ? 'files.sort.ascending' : 'files.sort.descending');
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <Button
          look="ghost"
          size="small"
          aria-label={`${t('files.sort.by', { field })}, ${direction}`}
          {...props}
        >
          {field}
          <Arrow className="icon-14" />
        </Button>
      )}
      items={sortFieldsOf(source).map((name) => ({
        id: name,
        label: t(`files.sort.${name}`),
        checked: name === sorting.field,
        onSelect: () => onSort(name),
      }))}
    />
  );
};
