import { useText } from '#shared/i18n/use-text.ts';
import { shownDateField } from '../listing/shown-date.ts';
import { SelectAllBox, SortHeader, type ListHeaderProps } from './list-header.tsx';

/** The column headers of shared items. */
export const SharedHeader = ({ allSelected, someSelected, onSelectAll, ...order }: ListHeaderProps) => {
  const t = useText();
  return (
    <div className="list-header shared-row" role="row" aria-rowindex={1}>
      <SelectAllBox {...{ allSelected, someSelected, onSelectAll }} />
      <SortHeader field="name" {...order} />
      <span role="columnheader">{t('share.permission')}</span>
      <span role="columnheader">{t('share.expires_column')}</span>
      <span role="columnheader" className="shared-visits">
        {t('share.visits_column')}
      </span>
      <span role="columnheader" className="shared-downloads">
        {t('share.downloads_column')}
      </span>
      <span className="shared-date" role="none">
        <SortHeader field={shownDateField(order.source, order.sorting)} {...order} />
      </span>
      <span role="columnheader">
        <span className="visually-hidden">{t('files.row_actions')}</span>
      </span>
    </div>
  );
};
