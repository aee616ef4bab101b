import { useText } from '#shared/i18n/use-text.ts';
import { SelectAllBox, SortHeader, type ListHeaderProps } from './list-header.tsx';

/** The column headers of the latest uploads. */
export const LatestHeader = ({ allSelected, someSelected, onSelectAll, ...order }: ListHeaderProps) => {
  const t = useText();
  return (
    <div className="list-header latest-row" role="row" aria-rowindex={1}>
      <SelectAllBox {...{ allSelected, someSelected, onSelectAll }} />
      <SortHeader field="name" {...order} />
      <span role="columnheader">{t('files.details.location')}</span>
      <span role="columnheader" className="latest-size">
        {t('files.details.size')}
      </span>
      <SortHeader field="created_at" {...order} />
      <span role="columnheader">
        <span className="visually-hidden">{t('files.row_actions')}</span>
      </span>
    </div>
  );
};
