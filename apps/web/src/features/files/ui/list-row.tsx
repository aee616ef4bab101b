import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { isFolder } from '../entry.ts';
import { factsText, itemsText, kindText } from '../kind-text.ts';
import { shownDate } from '../listing/shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryRow } from './entry-row.tsx';

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const { entry, source, sorting } = props;
  const folder = isFolder(entry);
  const date = shownDate(entry, source, sorting);
  return (
    <EntryRow
      of={props}
      facts={() => factsText(t, entry, date)}
      cells={() => (
        <>
          <span role="gridcell" className="list-cell list-kind truncate numeric">
            {folder ? itemsText(t, entry) : kindText(t, entry)}
          </span>
          <span
            role="gridcell"
            className="list-cell numeric truncate"
            data-instead={folder ? itemsText(t, entry) : undefined}
          >
            {folder ? <span>{'—'}</span> : formatBytes(entry.attributes.size ?? 0)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {date}
          </span>
        </>
      )}
    />
  );
};

export const ListRow = memo(DrawnRow);
