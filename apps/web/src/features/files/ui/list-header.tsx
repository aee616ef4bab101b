import type { Sorting } from '@holdall/contract/listing-order';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TrashSortField } from '@holdall/contract/page';
import { useText } from '#shared/i18n/use-text.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import type { ListingSource } from '../listing/listing-source.ts';
import { shownDateField } from '../listing/shown-date.ts';
import { sortFieldsOf } from '../listing/sorting.ts';

export interface ListHeaderProps {
  readonly source: ListingSource;
  readonly sorting: Sorting;
  readonly onSort: (field: TrashSortField) => void;
  readonly allSelected: boolean;
  readonly someSelected: boolean;
  readonly onSelectAll: (all: boolean) => void;
}

interface SortHeaderProps extends Pick<ListHeaderProps, 'source' | 'sorting' | 'onSort'> {
  readonly field: TrashSortField;
}

export const SortHeader = ({ field, source, sorting, onSort }: SortHeaderProps) => {
  const t = useText();
  const current = sorting.field === field;
  const ascending = sorting.direction === 'ASC';
  if (sortFieldsOf(source).length === 0) return <span role="columnheader">{t(`files.sort.${field}`)}</span>;
  return (
    <span role="columnheader" aria-sort={current ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" data-current={current || undefined} onClick={() => onSort(field)}>
        {t(`files.sort.${field}`)}
        {current && (ascending ? <ArrowUp className="icon-14" /> : <ArrowDown className="icon-14" />)}
      </button>
    </span>
  );
};

/** Selects all listed entries, or none. */
export const SelectAllBox = ({
  allSelected,
  someSelected,
  onSelectAll,
}: Pick<ListHeaderProps, 'allSelected' | 'someSelected' | 'onSelectAll'>) => {
  const t = useText();
  return (
    <span role="columnheader" className="list-check">
      <Checkbox
        checked={allSelected}
        mixed={someSelected && !allSelected}
        aria-label={t('files.select_all')}
        onChange={() => onSelectAll(!allSelected)}
      />
    </span>
  );
};

/** The sticky column headers, which sort. */
export const ListHeader = ({ allSelected, someSelected, onSelectAll, ...order }: ListHeaderProps) => {
  const t = useText();
  return (
    <div className="list-header" role="row" aria-rowindex={1}>
      <SelectAllBox {...{ allSelected, someSelected, onSelectAll }} />
      <SortHeader field="name" {...order} />
      <span role="columnheader" className="list-kind">
        {t('files.kind')}
      </span>
      <SortHeader field="size" {...order} />
      <SortHeader field={shownDateField(order.source, order.sorting)} {...order} />
      <span role="columnheader">
        <span className="visually-hidden">{t('files.row_actions')}</span>
      </span>
    </div>
  );
};
