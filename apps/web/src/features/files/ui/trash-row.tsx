import './trash-row.css';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { isFolder } from '../entry.ts';
import { shownDate } from '../listing/shown-date.ts';
import { trashEndText, trashTimeLeft } from '../listing/trash-end.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryRow } from './entry-row.tsx';

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const { entry, source, sorting } = props;
  const origin = entry.relationships.trashed_from;
  const from = origin?.data ? honestName(origin.data.name) : t('files.location_home');
  const date = shownDate(entry, source, sorting);
  const deleted = entry.attributes.deleted_at;
  return (
    <EntryRow
      of={props}
      look="trash-row"
      facts={() => (deleted === null ? date : `${trashEndText(t, deleted)} · ${date}`)}
      cells={() => (
        <>
          <span role="gridcell" className="list-cell trash-origin truncate">
            <bdi>{from}</bdi>
          </span>
          <span role="gridcell" className="list-cell trash-size numeric">
            {isFolder(entry) ? '—' : formatBytes(entry.attributes.size ?? 0)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {date}
          </span>
          <span role="gridcell" className="list-cell trash-end numeric truncate">
            {trashTimeLeft(t, deleted)}
          </span>
        </>
      )}
    />
  );
};

/** A row of the trash: its former folder, the date of its deletion, and the remaining time. */
export const TrashRow = memo(DrawnRow);
