import { z } from 'zod';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import {
  batchBodyLimit,
  batchLimit,
  namesItemsOnce,
  namesItemsOnceMessage,
  selectedItems,
} from './selections.ts';
import { itemTypes } from './choices.ts';

export const download = endpoint({
  ...itemEndpoints.download,
  access: 'user',
  tag: 'Downloads',
  summary:
    "A file's bytes: Range, ETag, conditional requests, HEAD. `?download` forces an attachment; `?v=` changes with the bytes.",
  params: z.strictObject({ id }),
  query: z.strictObject({ download: z.string().optional(), v: z.string().max(64).optional() }),
  answers: { 200: 'bytes', 206: 'bytes' },
  errors: ['item.not_found', 'item.damaged', 'download.disabled', 'download.range', 'download.precondition'],
});

/** `id|type,id|type` of the specification's `GET /api/zip?items=…` */
const zipItems = z
  .string()
  .max(64 * 1024)
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .transform((part) => {
            const [itemId, type, ...rest] = part.split('|');
            return { id: itemId, type: rest.length === 0 ? type : undefined };
          })
          .pipe(z.strictObject({ id, type: z.enum(itemTypes) })),
      )
      .min(1)
      .max(batchLimit),
  );

export const zip = endpoint({
  ...itemEndpoints.zip,
  access: 'user',
  tag: 'Downloads',
  summary:
    'The named items as one ZIP archive (stored, ZIP64), with exact length, ETag, Range and HEAD; of more than 50,000 entries a plain GET begins at once, without length and ETag. Either `items` or a `selection` of `POST /api/zip`.',
  query: z.strictObject({ items: zipItems.optional(), selection: id.optional() }),
  answers: { 200: 'bytes', 206: 'bytes' },
  errors: [
    'item.not_found',
    'zip.empty',
    'zip.too_large',
    'zip.too_many',
    'download.disabled',
    'download.range',
    'download.precondition',
  ],
});

/** Prepares an archive of more items than an address can name. */
export const prepareZip = endpoint({
  ...itemEndpoints.prepareZip,
  access: 'user',
  reads: true,
  tag: 'Downloads',
  summary: 'Remember a selection for a day; answers where its archive is, its name and length.',
  body: z.strictObject(selectedItems).refine(namesItemsOnce, namesItemsOnceMessage),
  bodyKind: 'json',
  bodyLimit: batchBodyLimit,
  answers: {
    201: z.object({
      data: z.object({
        id,
        url: z.string(),
        name: z.string(),
        /** Bytes; null, as the number of entries, where counting would take long (more than 50,000 entries). */
        size: z.number().int().min(0).nullable(),
        entries: z.number().int().nullable(),
      }),
    }),
  },
  errors: ['item.not_found', 'zip.empty', 'zip.too_large', 'zip.too_many', 'download.disabled'],
});

/** The part of the endpoint table that stands here. */
export const downloadsTable = { download, prepareZip, zip };
