import { imageByteLimit } from '@holdall/contract/limits';
import { text } from '#shared/i18n/messages.ts';
import type { Crop } from './crop.ts';

/** Image types that the server reads. */
export const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif';
/** Edge of what is sent: more than the largest avatar, for displays that are finer. */
const sentEdge = 512;

/** A photo as the calls take it that set one (contract, `updateAvatar`, `updateUserAvatar`). */
export const photoForm = (photo: Blob): FormData => {
  const form = new FormData();
  form.set('name', 'avatar');
  form.set('_method', 'PATCH');
  form.set('file', photo, 'avatar');
  return form;
};

/** Reads a chosen file. @returns the picture, or why there is none */
export const readPicture = async (file: File): Promise<ImageBitmap | string> => {
  if (file.size > imageByteLimit) return text('avatar.too_large');
  try {
    return await createImageBitmap(file);
  } catch {
    return text('avatar.unreadable');
  }
};

/** Draws the square of a picture over all of a canvas. */
export const drawCrop = (
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { left, top, edge }: Crop,
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
};

/** The square as a file; browsers that cannot write WebP write PNG. */
export const cropToFile = async (picture: ImageBitmap, crop: Crop): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(Math.min(sentEdge, crop.edge));
  drawCrop(canvas, picture, crop);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not written.'))),
    'image/webp',
    0.92,
  );
  return promise;
};
