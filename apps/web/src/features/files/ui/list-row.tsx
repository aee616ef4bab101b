import { Download } from 'lucide-react';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { isFolder, type Entry } from '../entry.ts';
import { itemsText, kindText } from '../kind-text.ts';
import { shownDate } from '../shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryName } from './entry-name.tsx';

/** Size and date in one line, for phones. */
const useFacts = (entry: Entry, date: string): string => {
  const t = useText();
  return isFolder(entry) ? itemsText(t, entry) : `${formatBytes(entry.attributes.size ?? 0)} · ${date}`;
};

const DrawnRow = ({ entry, index, id, source, sorting, selected, active, compact }: EntryProps) => {
  const t = useText();
  const { name, size } = entry.attributes;
  const folder = isFolder(entry);
  const date = shownDate(entry, source, sorting);
  const facts = useFacts(entry, date);
  return (
    <div
      id={id}
      className="list-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={`${name}, ${kindText(t, entry)}`}
      data-active={active || undefined}
      data-drop-folder-id={folder ? entry.id : undefined}
      data-drop-folder-name={folder ? name : undefined}
      data-index={index}
    >
      {!compact && (
        <span role="gridcell" className="list-check">
          <Checkbox
            tabIndex={-1}
            checked={selected}
            aria-label={t('files.select_item', { name })}
            readOnly
            data-action="toggle"
          />
        </span>
      )}
      <span role="rowheader" className="list-name" aria-label={name}>
        <span className="list-icon">
          <EntryIcon entry={entry} width={compact ? 42 : 34} />
        </span>
        <EntryName {...{ entry, source, sorting }} />
        {compact && <span className="list-facts numeric truncate">{facts}</span>}
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
        {!folder && (
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('files.download_item', { name })}
            icon={<Download className={compact ? 'icon-20' : 'icon-16'} />}
            data-action="download"
          />
        )}
      </span>
    </div>
  );
};

export const ListRow = memo(DrawnRow);
