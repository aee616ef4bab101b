import './latest-row.css';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { factsText } from '../kind-text.ts';
import { shownDate } from '../shown-date.ts';
import { EntryCheck, EntryMenuButton, EntryShortcuts } from './entry-controls.tsx';
import { EntryName } from './entry-name.tsx';
import { EntryPicture } from './entry-picture.tsx';
import { useControlsShown, useEntryRow, type EntryProps } from './entry-props.ts';

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const row = useEntryRow(t, props, 1);
  const drawn = useControlsShown(props);
  const { entry, source, sorting, inTrash, selected, compact, selecting } = props;
  const { name, size, damaged_at: damagedAt } = entry.attributes;
  const folder = entry.relationships.location?.data;
  const location = folder ? honestName(folder.name) : t('files.location_home');
  const date = shownDate(entry, source, sorting);
  return (
    <div className="list-row latest-row" {...row}>
      {(!compact || selecting) && (
        <span role="gridcell" className="list-check">
          <EntryCheck name={name} selected={selected} />
        </span>
      )}
      <span
        role="rowheader"
        className="list-name"
        aria-label={damagedAt ? t('files.damaged_name', { name }) : name}
      >
        <span className="list-icon">
          <EntryPicture entry={entry} room="row" iconWidth={compact ? 42 : 34} />
        </span>
        <EntryName {...props} />
        {compact && (
          <span className="list-facts numeric truncate">{`${factsText(t, entry, date)} · ${location}`}</span>
        )}
      </span>
      {!compact && (
        <>
          <span role="gridcell" className="list-cell truncate">
            <bdi>{location}</bdi>
          </span>
          <span role="gridcell" className="list-cell latest-size numeric">
            {formatBytes(size ?? 0)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {date}
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

/** A row of the latest uploads: it says where the file is. */
export const LatestRow = memo(DrawnRow);
