import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import type { Translate } from '#shared/i18n/messages.ts';
import type { EntryProps } from './entry-props.ts';

type LocatedEntry = Pick<EntryProps, 'entry' | 'inTrash' | 'selecting'>;

/** The name of the folder that an entry is in; nothing as long as that is not known. */
export const locationText = (t: Translate, { entry, inTrash }: Omit<LocatedEntry, 'selecting'>): string => {
  const { location } = entry.relationships;
  if (location === undefined) return '';
  if (location.data !== null) return honestName(location.data.name);
  return t(inTrash ? 'trash.title' : 'files.location_home');
};

/** The address where an entry is listed, selected; what was put into the trash by itself is at the top of that. */
const pathTo = ({ entry, inTrash }: Omit<LocatedEntry, 'selecting'>): string => {
  const { id, attributes } = entry;
  const search = { select: id };
  if (!inTrash) return paths.files(attributes.parent_id, search);
  return paths.trash(attributes.deleted_at === null ? attributes.parent_id : null, search);
};

/** The folder that an entry is in, as the link that leads there. Where presses select it is no link, as names are none. */
export const LocationLink = ({ selecting, ...located }: LocatedEntry) => {
  const t = useText();
  const name = <bdi>{locationText(t, located)}</bdi>;
  if (selecting) return name;
  return (
    <Link className="list-location" to={pathTo(located)} tabIndex={-1} draggable={false}>
      {name}
    </Link>
  );
};
