import { Download } from 'lucide-react';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { isFolder } from '../entry.ts';
import { itemsText, kindText } from '../kind-text.ts';
import { shownDate } from '../shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryName } from './entry-name.tsx';

const DrawnTile = ({ entry, index, id, source, sorting, selected, active, compact }: EntryProps) => {
  const t = useText();
  const { name, size } = entry.attributes;
  const folder = isFolder(entry);
  const date = shownDate(entry, source, sorting);
  return (
    <div
      id={id}
      className="grid-tile"
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-label={`${name}, ${kindText(t, entry)}`}
      data-active={active || undefined}
      data-drop-folder-id={folder ? entry.id : undefined}
      data-drop-folder-name={folder ? name : undefined}
      data-index={index}
    >
      <div role="gridcell">
        {!compact && (
          <span className="grid-check">
            <Checkbox
              tabIndex={-1}
              checked={selected}
              aria-label={t('files.select_item', { name })}
              readOnly
              data-action="toggle"
            />
          </span>
        )}
        {!folder && (
          <IconButton
            className="grid-action"
            size="small"
            tabIndex={-1}
            label={t('files.download_item', { name })}
            icon={<Download className="icon-16" />}
            data-action="download"
          />
        )}
        <div className="grid-picture" data-folder={folder || undefined}>
          <EntryIcon entry={entry} width={folder ? 104 : 85} />
        </div>
        <div className="grid-caption">
          <EntryName {...{ entry, source, sorting }} />
          <span className="numeric truncate">
            {folder ? itemsText(t, entry) : `${formatBytes(size ?? 0)} · ${date}`}
          </span>
        </div>
      </div>
    </div>
  );
};

export const GridTile = memo(DrawnTile);
