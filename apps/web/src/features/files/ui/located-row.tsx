import './located-row.css';
import { memo } from 'react';
import type { Translate } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { isFolder } from '../entry.ts';
import { factsText } from '../kind-text.ts';
import { shownDate } from '../listing/shown-date.ts';
import type { EntryProps } from './entry-props.ts';
import { EntryRow } from './entry-row.tsx';

type LocatedEntry = Pick<EntryProps, 'entry' | 'inTrash' | 'selecting'>;

/** Returns the name of an entry's folder; undefined while it is unknown. */
const locationText = (t: Translate, { entry, inTrash }: Omit<LocatedEntry, 'selecting'>): string => {
  const { location } = entry.relationships;
  if (location === undefined) return '';
  if (location.data !== null) return honestName(location.data.name);
  return t(inTrash ? 'trash.title' : 'files.location_home');
};

/**
 * Returns the address where an entry is listed and selected; items that were deleted themselves are at the top of the
 * trash.
 */
const pathTo = ({ entry, inTrash }: Omit<LocatedEntry, 'selecting'>): string => {
  const { id, attributes } = entry;
  const search = { select: id };
  if (!inTrash) return paths.files(attributes.parent_id, search);
  return paths.trash(attributes.deleted_at === null ? attributes.parent_id : null, search);
};

/** A link to the folder of an entry. While presses select it is plain text, as names are. */
const LocationLink = ({ selecting, ...located }: LocatedEntry) => {
  const t = useText();
  const name = <bdi>{locationText(t, located)}</bdi>;
  if (selecting) return name;
  return (
    <Link className="list-location" to={pathTo(located)} tabIndex={-1} draggable={false}>
      {name}
    </Link>
  );
};

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
