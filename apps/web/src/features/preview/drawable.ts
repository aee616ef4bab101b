/** Pixels of a side of the canvas that is looked at. */
const side = 32;

/**
 * Tells whether anything of a loaded image can be drawn. Browsers report broken ones as loaded too, as soon as they
 * know their size, and draw nothing.
 */
export const isDrawable = async (image: HTMLImageElement): Promise<boolean> => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return true;
  context.drawImage(image, 0, 0, side, side);
  if (context.getImageData(0, 0, side, side).data.some((value) => value > 0)) return true;
  // Nothing is seen of a transparent one either, but it can be unpacked.
  try {
    (await createImageBitmap(image)).close();
    return true;
  } catch {
    return false;
  }
};
