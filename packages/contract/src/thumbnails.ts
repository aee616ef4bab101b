import { z } from 'zod';
import { itemEndpoints } from './items.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';

export const getThumbnail = endpoint({
  ...itemEndpoints.getThumbnail,
  access: 'user',
  tag: 'Files',
  summary: 'A picture of a file, without its metadata. `?v=` changes with the bytes.',
  params: z.strictObject({ id, size: z.enum(['xs', 'sm', 'md', 'lg']) }),
  query: z.strictObject({ v: z.string().max(64).optional() }),
  answers: { 200: 'bytes', 206: 'bytes' },
  errors: ['thumbnail.not_found', 'download.range', 'download.precondition'],
});

/** The part of the endpoint table that stands here. */
export const thumbnailsTable = { getThumbnail };
