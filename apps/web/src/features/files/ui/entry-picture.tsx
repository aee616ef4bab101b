import { useState } from 'react';
import type { Entry } from '../entry.ts';
import { EntryIcon } from './entry-icon.tsx';

interface EntryPictureProps {
  readonly entry: Entry;
  /** The space that the picture fills: a row's icon, a tile, or the details. */
  readonly room: 'row' | 'tile' | 'details';
  /** The width of the icon where there is no picture, as in `EntryIcon`. */
  readonly iconWidth: number;
}

/** Thumbnails for normal and high pixel densities. */
const sizes = { row: ['xs', 'sm'], tile: ['sm', 'md'], details: ['md', 'lg'] } as const;

/** The thumbnail of a file, or its icon where there is none. */
export const EntryPicture = ({ entry, room, iconWidth }: EntryPictureProps) => {
  const { thumbnail, category } = entry.attributes;
  const [plain, fine] = sizes[room];
  // A failure applies to one address, so that a new thumbnail is tried.
  const [failed, setFailed] = useState<string>();
  const address = thumbnail?.[plain];
  if (!thumbnail || address === failed) return <EntryIcon entry={entry} width={iconWidth} />;
  return (
    <img
      // An element that is used again would show the previous file until this picture has loaded.
      key={address}
      className="entry-picture"
      data-kind={category}
      src={address}
      srcSet={`${thumbnail[plain]} 1x, ${thumbnail[fine]} 2x`}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
};
