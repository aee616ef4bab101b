import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';

export const download = endpoint({
  method: 'GET',
  path: '/api/files/{id}/content',
  access: 'user',
  tag: 'Downloads',
  summary: "A file's bytes: Range, ETag, conditional requests, HEAD. `?download` forces an attachment.",
  params: z.strictObject({ id }),
  query: z.strictObject({ download: z.string().optional() }),
  answers: { 200: 'bytes', 206: 'bytes' },
  errors: ['item.not_found', 'download.disabled', 'download.range', 'download.precondition'],
});
