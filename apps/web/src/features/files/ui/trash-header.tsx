import { useText } from '#shared/i18n/use-text.ts';
import { shownDateField } from '../listing/shown-date.ts';
import { SelectAllBox, SortHeader, type ListHeaderProps } from './list-header.tsx';

/** The column headers of the trash. */
export const TrashHeader = ({ allSelected, someSelected, onSelectAll, ...order }: ListHeaderProps) => {
  const t = useText();
  return (
    <div className="list-header trash-row" role="row" aria-rowindex={1}>
      <SelectAllBox {...{ allSelected, someSelected, onSelectAll }} />
      <SortHeader field="name" {...order} />
      <span role="columnheader" className="trash-origin truncate">
        {t('files.details.origin')}
      </span>
      <span className="trash-size" role="none">
        <SortHeader field="size" {...order} />
      </span>
      <SortHeader field={shownDateField(order.source, order.sorting)} {...order} />
      <span role="columnheader" className="trash-end truncate">
        {t('trash.end_column')}
      </span>
      <span role="columnheader">
        <span className="visually-hidden">{t('files.row_actions')}</span>
      </span>
    </div>
  );
};
