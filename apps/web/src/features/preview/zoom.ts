import type { PixelSize } from './image-size.ts';

/** The position and scale of an image on its stage. Offsets are from the stage's middle, in CSS pixels. */
export interface Placement {
  /** CSS pixels for each pixel of the image. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
  /** It follows the stage's size. */
  readonly fitted: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The smallest image in view, and the largest: no more than can be told apart. */
const minScale = 0.02;
const maxScale = 16;
/** The factor of one press of a button or key. */
const step = 1.25;

/** The size of an image after its turns. */
export const turnedSize = ({ width, height }: PixelSize, turns: number): PixelSize =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The scale at which the whole image is seen; small ones are not blown up. */
export const fitScale = (image: PixelSize, stage: PixelSize, turns: number): number => {
  const { width, height } = turnedSize(image, turns);
  if (width <= 0 || height <= 0) return 1;
  return Math.min(1, stage.width / width, stage.height / height);
};

export const fitted = (image: PixelSize, stage: PixelSize, turns = 0): Placement => ({
  scale: fitScale(image, stage, turns),
  x: 0,
  y: 0,
  turns,
  fitted: true,
});

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

/** Keeps the image on the stage: no edge comes further in than the stage's own, as long as the image is larger. */
export const contained = (placement: Placement, image: PixelSize, stage: PixelSize): Placement => {
  const { width, height } = turnedSize(image, placement.turns);
  const room = (length: number, of: number): number => Math.max(0, (length * placement.scale - of) / 2);
  return {
    ...placement,
    x: clamp(placement.x, room(width, stage.width)),
    y: clamp(placement.y, room(height, stage.height)),
  };
};

/**
 * Changes the scale by a factor, while the point of the image under `at` stays where it is.
 * @param at from the stage's middle.
 */
export const zoomed = (
  placement: Placement,
  factor: number,
  {
    image,
    stage,
    at = { x: 0, y: 0 },
  }: { readonly image: PixelSize; readonly stage: PixelSize; readonly at?: Point },
): Placement => {
  const smallest = Math.min(minScale, fitScale(image, stage, placement.turns));
  const scale = Math.max(smallest, Math.min(maxScale, placement.scale * factor));
  const by = scale / placement.scale;
  const moved = { x: at.x - (at.x - placement.x) * by, y: at.y - (at.y - placement.y) * by };
  return contained({ ...placement, ...moved, scale, fitted: false }, image, stage);
};

export const zoomedIn = step;
export const zoomedOut = 1 / step;

/**
 * The factor of a wheel's turn: about a fifth for a notch, whatever unit the browser counts in. With Ctrl it may be two
 * fingers on a trackpad, which tell far fewer pixels.
 */
export const wheelFactor = ({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number => {
  const pixels = deltaY * (deltaMode === 1 ? 16 : deltaMode === 2 ? 400 : 1);
  return ctrlKey ? Math.exp(-clamp(pixels, 25) / 100) : Math.exp(-clamp(pixels, 200) / 500);
};

/** Returns the placement in which an image comes to rest when fingers let go of it: never smaller than what fits. */
export const settled = (placement: Placement, image: PixelSize, stage: PixelSize): Placement =>
  placement.scale < fitScale(image, stage, placement.turns)
    ? fitted(image, stage, placement.turns)
    : placement;

export const panned = (
  placement: Placement,
  by: Point,
  { image, stage }: { readonly image: PixelSize; readonly stage: PixelSize },
): Placement => contained({ ...placement, x: placement.x + by.x, y: placement.y + by.y }, image, stage);

export const turned = (placement: Placement, image: PixelSize, stage: PixelSize): Placement => {
  const turns = (placement.turns + 1) % 4;
  if (placement.fitted) return fitted(image, stage, turns);
  return contained({ ...placement, turns, x: -placement.y, y: placement.x }, image, stage);
};

/** Tells whether the image exceeds the stage, so that a drag moves it. */
export const isLarger = ({ scale, turns }: Placement, image: PixelSize, stage: PixelSize): boolean => {
  const { width, height } = turnedSize(image, turns);
  // Half a pixel is rounding.
  return width * scale > stage.width + 0.5 || height * scale > stage.height + 0.5;
};
