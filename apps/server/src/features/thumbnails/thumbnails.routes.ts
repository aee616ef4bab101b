import * as contract from '@holdall/contract/thumbnails';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { sendResource } from '#http/send-resource.ts';
import type { ThumbnailsService } from './thumbnails.types.ts';

/** An address that names the bytes need never be asked for again. */
const forGood = 'private, max-age=31536000, immutable';

export const registerThumbnailsRoutes = (
  app: FastifyInstance,
  { thumbnails }: { thumbnails: ThumbnailsService },
): void => {
  register(app, contract.getThumbnail, async ({ params, query, request, reply }) => {
    const picture = await thumbnails.open(userOf(request), params.id, params.size);
    return sendResource(request, reply, {
      name: picture.name,
      contentType: 'image/webp',
      disposition: 'inline',
      size: picture.size,
      validators: { etag: picture.etag, lastModified: picture.madeAt },
      ...(query.v === picture.version ? { cacheControl: forGood } : {}),
      askedAt: picture.askedAt,
      open: picture.open,
    });
  });
};
