import { media, useMedia } from '#shared/lib/use-media.ts';

export interface ListingLayout {
  readonly columns: number;
  /** Pixels between the tops of two rows. */
  readonly rowHeight: number;
  /** Pixels of the sticky column headers. */
  readonly header: number;
  /** Pixels between rows, included in `rowHeight`. */
  readonly gap: number;
}

const tileMinWidth = 168;
const phoneColumns = 2;

/** Returns the gap between tiles; it is smaller on phones. */
const tileGap = (phone: boolean): number => (phone ? 4 : 8);

/** Returns the height of a tile: padding, a 4:3 picture, the name and a line of facts. */
const tileHeight = (width: number): number => 8 + Math.round(((width - 16) * 3) / 4) + 9 + 20 + 16 + 10;

/** Returns the width of a tile in a grid that is `width` pixels wide. */
export const tileWidth = (width: number, { columns, gap }: Pick<ListingLayout, 'columns' | 'gap'>): number =>
  (width - gap * (columns - 1)) / columns;

/** Returns the grid for a width: as many columns of at least 168 px as fit, two on phones. */
export const gridLayout = (width: number, phone: boolean): ListingLayout => {
  const gap = tileGap(phone);
  const columns = phone ? phoneColumns : Math.max(1, Math.floor((width + gap) / (tileMinWidth + gap)));
  return { columns, rowHeight: tileHeight(tileWidth(width, { columns, gap })) + gap, header: 0, gap };
};

interface TilePlacement {
  /** Pixels from the first tile, and from the side where lines start. */
  readonly top: number;
  readonly start: number;
}

/** Returns the position of a tile by its index. */
export const tilePlacement = (index: number, layout: ListingLayout, width: number): TilePlacement => {
  const { columns, rowHeight, gap } = layout;
  return {
    top: Math.floor(index / columns) * rowHeight,
    start: (index % columns) * (tileWidth(width, layout) + gap),
  };
};

/** Returns the sizes of the listing for the view and the window. */
export const useListingLayout = (view: 'list' | 'grid', width: number): ListingLayout => {
  const phone = useMedia(media.phone);
  const mobile = useMedia(media.mobile);
  if (view === 'grid') return gridLayout(width, phone);
  if (phone) return { columns: 1, rowHeight: 64, header: 0, gap: 0 };
  return mobile
    ? { columns: 1, rowHeight: 56, header: 36, gap: 0 }
    : { columns: 1, rowHeight: 48, header: 34, gap: 0 };
};
