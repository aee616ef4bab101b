import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isFolder } from '../entry.ts';
import { factsText } from '../kind-text.ts';
import { shownDate } from '../listing/shown-date.ts';
import { EntryCheck, EntryMenuButton } from './entry-controls.tsx';
import { EntryName } from './entry-name.tsx';
import { EntryPicture } from './entry-picture.tsx';
import { useEntryRow, type EntryProps } from './entry-props.ts';

interface TileProps extends EntryProps {
  /** The text below its name, where that is not the kind of the entry. */
  readonly facts?: string | undefined;
}

const DrawnTile = (props: TileProps) => {
  const t = useText();
  const row = useEntryRow(t, props, 0);
  const { entry, source, sorting, selected, compact, selecting } = props;
  const { name } = entry.attributes;
  const folder = isFolder(entry);
  return (
    <div className="grid-tile" {...row}>
      <div role="gridcell">
        {(!compact || selecting) && (
          <span className="grid-check">
            <EntryCheck name={name} selected={selected} />
          </span>
        )}
        <EntryMenuButton name={name} compact={compact} className="grid-action" />
        <div className="grid-picture" data-folder={folder || undefined}>
          <EntryPicture entry={entry} room="tile" iconWidth={folder ? 104 : 85} />
        </div>
        <div className="grid-caption">
          <EntryName {...props} />
          <span className="grid-facts numeric truncate">
            {props.facts ?? factsText(t, entry, shownDate(entry, source, sorting))}
          </span>
        </div>
      </div>
    </div>
  );
};

export const GridTile = memo(DrawnTile);
