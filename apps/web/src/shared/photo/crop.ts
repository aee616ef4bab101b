/** Pixels of a picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The square of a picture that is taken, in the picture's pixels. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly edge: number;
}

/** Pixels below which a picture is not magnified: the largest avatar has 192. */
const smallestEdge = 96;
const largestZoom = 8;

const shortest = ({ width, height }: PictureSize): number => Math.min(width, height);
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The middle square. */
export const wholeCrop = (size: PictureSize): Crop => {
  const edge = shortest(size);
  return { left: (size.width - edge) / 2, top: (size.height - edge) / 2, edge };
};

/** Returns the greatest magnification; at least 1. */
export const zoomLimit = (size: PictureSize): number => within(shortest(size) / smallestEdge, 1, largestZoom);

/** Returns the magnification of a crop; 1 is all of the shorter side. */
export const zoomOf = (size: PictureSize, { edge }: Crop): number => shortest(size) / edge;

const kept = ({ width, height }: PictureSize, { left, top, edge }: Crop): Crop => ({
  left: within(left, 0, width - edge),
  top: within(top, 0, height - edge),
  edge,
});

/** The crop after the picture was dragged. @param by shares of the square's edge */
export const moved = (size: PictureSize, crop: Crop, by: { readonly x: number; readonly y: number }): Crop =>
  kept(size, { ...crop, left: crop.left - by.x * crop.edge, top: crop.top - by.y * crop.edge });

interface ZoomTo {
  readonly zoom: number;
  /** The point that stays in place, in shares of the square's edge; without it the middle. */
  readonly at?: { readonly x: number; readonly y: number };
}

/** The crop with another magnification. */
export const zoomedTo = (size: PictureSize, crop: Crop, { zoom, at = { x: 0.5, y: 0.5 } }: ZoomTo): Crop => {
  const edge = shortest(size) / within(zoom, 1, zoomLimit(size));
  return kept(size, {
    left: crop.left + at.x * (crop.edge - edge),
    top: crop.top + at.y * (crop.edge - edge),
    edge,
  });
};
