import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { isFolder } from '../entry.ts';
import { factsText, itemsText, kindText } from '../kind-text.ts';
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
  const folder = isFolder(entry);
  const date = shownDate(entry, source, sorting);
  return (
    <div className="list-row" {...row}>
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
        {compact && <span className="list-facts numeric truncate">{factsText(t, entry, date)}</span>}
      </span>
      {!compact && (
        <>
          <span role="gridcell" className="list-cell list-kind truncate numeric">
            {folder ? itemsText(t, entry) : kindText(t, entry)}
          </span>
          <span role="gridcell" className="list-cell numeric">
            {folder ? '—' : formatBytes(size ?? 0)}
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

export const ListRow = memo(DrawnRow);
