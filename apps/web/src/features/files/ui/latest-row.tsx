import './latest-row.css';
import { memo } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { factsText } from '../kind-text.ts';
import { shownDate } from '../shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryRow } from './entry-row.tsx';

const DrawnRow = (props: EntryProps) => {
  const t = useText();
  const { entry, source, sorting } = props;
  const folder = entry.relationships.location?.data;
  const location = folder ? honestName(folder.name) : t('files.location_home');
  const date = shownDate(entry, source, sorting);
  return (
    <EntryRow
      of={props}
      look="latest-row"
      facts={() => `${factsText(t, entry, date)} · ${location}`}
      cells={() => (
        <>
          <span role="gridcell" className="list-cell truncate">
            <bdi>{location}</bdi>
          </span>
          <span role="gridcell" className="list-cell latest-size numeric">
            {formatBytes(entry.attributes.size ?? 0)}
          </span>
          <span role="gridcell" className="list-cell numeric truncate">
            {date}
          </span>
        </>
      )}
    />
  );
};

/** A row of the latest uploads: it says where the file is. */
export const LatestRow = memo(DrawnRow);
