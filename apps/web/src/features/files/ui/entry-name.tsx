import { Link } from '#shared/router/link.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { isFolder, type Entry } from '../entry.ts';
import { pathOf, withinSource, type ListingSource } from '../listing-source.ts';
import { searchOf, type Sorting } from '../sorting.ts';

interface EntryNameProps {
  readonly entry: Entry;
  readonly source: ListingSource;
  readonly sorting: Sorting;
}

/** A name in the listing; a folder's is the link into it. */
export const EntryName = ({ entry, source, sorting }: EntryNameProps) => {
  const { name } = entry.attributes;
  if (!isFolder(entry))
    return (
      <span className="entry-name">
        <FileName name={name} />
      </span>
    );
  const inside = withinSource(source, entry.id);
  return (
    <Link
      className="entry-name"
      to={pathOf(inside, searchOf(sorting, inside))}
      tabIndex={-1}
      draggable={false}
      // The first press of a double click has opened a folder: the second one meets a name in that folder.
      onClick={(event) => {
        if (event.detail > 1) event.preventDefault();
      }}
    >
      <FileName name={name} isFolder />
    </Link>
  );
};
