import { useText } from '#shared/i18n/use-text.ts';
import { shownDateField } from '../listing/shown-date.ts';
import { SelectAllBox, SortHeader, type ListHeaderProps } from './list-header.tsx';

/** The column headers of a listing with items of many folders. */
export const LocatedHeader = ({ allSelected, someSelected, onSelectAll, ...order }: ListHeaderProps) => {
  const t = useText();
  return (
    <div className="list-header located-row" role="row" aria-rowindex={1}>
      <SelectAllBox {...{ allSelected, someSelected, onSelectAll }} />
      <SortHeader field="name" {...order} />
      <span role="columnheader">{t('files.details.location')}</span>
      <span role="columnheader" className="located-size">
        {t('files.details.size')}
      </span>
      <SortHeader field={shownDateField(order.source, order.sorting)} {...order} />
      <span role="columnheader">
        <span className="visually-hidden">{t('files.row_actions')}</span>
      </span>
    </div>
  );
};
