import './located-row.css';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { isFolder } from '../entry.ts';
import { factsText } from '../kind-text.ts';
import { shownDate } from '../shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryRow } from './entry-row.tsx';
import { LocationLink, locationText } from './location-link.tsx';

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const { entry, source, sorting, inTrash, selecting } = props;
  const date = shownDate(entry, source, sorting);
  return (
    <EntryRow
      of={props}
      look="located-row"
      facts={() =>
        [factsText(t, entry, date), locationText(t, props)].filter((fact) => fact !== '').join(' · ')
      }
      cells={() => (
        <>
          <span role="gridcell" className="list-cell truncate">
            <LocationLink {...{ entry, inTrash, selecting }} />
          </span>
          <span role="gridcell" className="list-cell located-size numeric">
            {isFolder(entry) ? '—' : formatBytes(entry.attributes.size ?? 0)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {date}
          </span>
        </>
      )}
    />
  );
};

/** A row of a listing with items of many folders, which names the folder of the item. */
export const LocatedRow = memo(DrawnRow);
