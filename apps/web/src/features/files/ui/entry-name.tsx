import { Link2, Star, TriangleAlert } from 'lucide-react';
import { text } from '#shared/i18n/messages.ts';
import { linkText } from '#shared/lib/link-text.ts';
import { Link } from '#shared/router/link.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { Meanwhile, PopupSlot } from '#shared/ui/popup-slot.tsx';
import { renaming as renamingStore } from '../actions/item-popup.store.ts';
import { isFolder } from '../entry.ts';
import { pathOf, withinSource } from '../listing/listing-source.ts';
import { searchOf } from '../listing/sorting.ts';
import type { EntryProps } from './entry-props.ts';

const RenameField = lazyChunk('rename-field', async () => (await import('./rename-field.tsx')).RenameField);
export const preloadRenameField = RenameField.preload;

type EntryNameProps = Pick<
  EntryProps,
  'entry' | 'source' | 'sorting' | 'selecting' | 'renaming' | 'favourite'
>;

const Name = ({ entry, source, sorting, selecting }: EntryNameProps) => {
  const { name } = entry.attributes;
  // While presses select, a name does not open the folder.
  if (!isFolder(entry) || selecting)
    return (
      <span className="entry-name">
        <FileName name={name} isFolder={isFolder(entry)} />
      </span>
    );
  const inside = withinSource(source, entry.id);
  return (
    <Link
      className="entry-name"
      to={pathOf(inside, searchOf(sorting, inside))}
      tabIndex={-1}
      draggable={false}
      // The first press of a double click has opened a folder: the second one hits a name in that folder.
      onClick={(event) => {
        if (event.detail > 1) event.preventDefault();
      }}
    >
      <FileName name={name} isFolder />
    </Link>
  );
};

/** The name of an entry; that of a folder is a link. */
export const EntryName = (props: EntryNameProps) => {
  const { entry, renaming, favourite } = props;
  if (renaming)
    return (
      // The row may be used for another entry.
      <PopupSlot key={entry.id} onFailure={() => renamingStore.set(undefined)}>
        <Meanwhile show={<Name {...props} />}>
          <RenameField entry={entry} />
        </Meanwhile>
      </PopupSlot>
    );
  const { shared } = entry.relationships;
  const isDamaged = entry.attributes.damaged_at !== undefined;
  if (!favourite && !shared && !isDamaged) return <Name {...props} />;
  return (
    <span className="entry-name-line">
      <Name {...props} />
      {isDamaged && (
        <span className="entry-mark entry-damaged" data-tooltip={text('files.damaged')}>
          <TriangleAlert className="icon-14" role="img" aria-label={text('files.damaged')} />
        </span>
      )}
      {favourite && <Star className="entry-mark entry-favourite" aria-hidden="true" />}
      {shared && (
        <span className="entry-mark" data-tooltip={linkText(text, shared)}>
          <Link2 className="icon-14" aria-hidden="true" />
        </span>
      )}
    </span>
  );
};
