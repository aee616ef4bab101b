import './trash-row.css';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { isFolder } from '../entry.ts';
import { shownDate } from '../shown-date.ts';
import { trashEndText } from '../trash-end.ts';
import { EntryCheck, EntryMenuButton, EntryShortcuts } from './entry-controls.tsx';
import { EntryName } from './entry-name.tsx';
import { EntryPicture } from './entry-picture.tsx';
import { useControlsShown, useEntryRow, type EntryProps } from './entry-props.ts';

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const row = useEntryRow(t, props, 1);
  const drawn = useControlsShown(props);
  const { entry, source, sorting, inTrash, selected, compact, selecting } = props;
  const { name, size, deleted_at: deletedAt } = entry.attributes;
  const origin = entry.relationships.trashed_from;
  const from = origin?.data ? honestName(origin.data.name) : t('files.location_home');
  const date = shownDate(entry, source, sorting);
  const end = trashEndText(t, deletedAt);
  return (
    <div className="list-row trash-row" {...row}>
      {(!compact || selecting) && (
        <span role="gridcell" className="list-check">
          <EntryCheck name={name} selected={selected} />
        </span>
      )}
      <span role="rowheader" className="list-name" aria-label={name}>
        <span className="list-icon">
          <EntryPicture entry={entry} room="row" iconWidth={compact ? 42 : 34} />
        </span>
        <EntryName {...props} />
        {compact && <span className="list-facts numeric truncate">{`${date} · ${end}`}</span>}
      </span>
      {!compact && (
        <>
          <span role="gridcell" className="list-cell trash-origin truncate">
            <bdi>{from}</bdi>
          </span>
          <span role="gridcell" className="list-cell trash-size numeric">
            {isFolder(entry) ? '—' : formatBytes(size ?? 0)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {date}
          </span>
          <span role="gridcell" className="list-cell trash-end numeric truncate">
            {end}
          </span>
        </>
      )}
      <span role="gridcell" className="list-actions">
        {!compact && <EntryShortcuts entry={entry} inTrash={inTrash} drawn={drawn} />}
        <EntryMenuButton name={name} compact={compact} drawn={drawn} />
      </span>
    </div>
  );
};

/** A row of the trash: where it was, when it was deleted, and how long it is kept. */
export const TrashRow = memo(DrawnRow);
