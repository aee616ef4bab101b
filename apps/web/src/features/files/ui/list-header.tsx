import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SortField } from '@holdall/contract/page';
import { useText } from '#shared/i18n/use-text.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import type { Sorting } from '../sorting.ts';

interface ListHeaderProps {
  readonly sorting: Sorting;
  readonly onSort: (field: SortField) => void;
  readonly allSelected: boolean;
  readonly someSelected: boolean;
  readonly onSelectAll: (all: boolean) => void;
}

interface SortHeaderProps extends Pick<ListHeaderProps, 'sorting' | 'onSort'> {
  readonly field: SortField;
}

const SortHeader = ({ field, sorting, onSort }: SortHeaderProps) => {
  const t = useText();
  const current = sorting.field === field;
  const ascending = sorting.direction === 'ASC';
  return (
    <span role="columnheader" aria-sort={current ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" data-current={current || undefined} onClick={() => onSort(field)}>
        {t(`files.sort.${field}`)}
        {current && (ascending ? <ArrowUp className="icon-14" /> : <ArrowDown className="icon-14" />)}
      </button>
    </span>
  );
};

/** The column headers: they stay at the top and sort. */
export const ListHeader = ({ sorting, onSort, allSelected, someSelected, onSelectAll }: ListHeaderProps) => {
  const t = useText();
  return (
    <div className="list-header" role="row" aria-rowindex={1}>
      <span role="columnheader" className="list-check">
        <Checkbox
          checked={allSelected}
          mixed={someSelected && !allSelected}
          aria-label={t('files.select_all')}
          onChange={() => onSelectAll(!allSelected)}
        />
      </span>
      <SortHeader field="name" sorting={sorting} onSort={onSort} />
      <span role="columnheader" className="list-kind">
        {t('files.kind')}
      </span>
      <SortHeader field="size" sorting={sorting} onSort={onSort} />
      <SortHeader
        field={sorting.field === 'updated_at' ? 'updated_at' : 'created_at'}
        sorting={sorting}
        onSort={onSort}
      />
      <span role="columnheader">
        <span className="visually-hidden">{t('files.row_actions')}</span>
      </span>
    </div>
  );
};
