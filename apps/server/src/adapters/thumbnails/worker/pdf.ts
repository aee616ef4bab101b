import { readFile, stat } from 'node:fs/promises';
import { thumbnailSizes } from '@holdall/contract/files';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { maxPdfBytes } from './bounds.ts';
import { pictureSet } from './picture-set.ts';
import type { Made } from './protocol.ts';
import { Unpicturable } from './unpicturable.ts';

/** The first page; PDFium is built without JavaScript and without a network. */
export const ofPdf = async (path: string): Promise<Made> => {
  if ((await stat(path)).size > maxPdfBytes) throw new Unpicturable('The document is too large.');
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  if (document.getPageCount() < 1) throw new Unpicturable('The document has no page.');
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight);
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Unpicturable('The page has no extent.');
  const scaled = (length: number): number => Math.max(1, Math.round((length / longest) * thumbnailSizes.lg));
  const { data, width, height } = await page.render({
    width: scaled(originalWidth),
    height: scaled(originalHeight),
    render: 'bitmap',
  });
  const made = await pictureSet(sharp(data, { raw: { width, height, channels: 4 } }), undefined);
  document.destroy();
  library.destroy();
  return made;
};
