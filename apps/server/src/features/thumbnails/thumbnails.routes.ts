import * as contract from '@holdall/contract/thumbnails';
import { getSharedThumbnail } from '@holdall/contract/guests';
import type { FastifyInstance } from 'fastify';
import type { LinkDownloads } from '#features/links/index.ts';
import { actorOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { sendResource } from '#http/send-resource.ts';
import type { ThumbnailsService } from './thumbnails.types.ts';

/** An address with a version is immutable. */
const forGood = 'private, max-age=31536000, immutable';

export const registerThumbnailsRoutes = (
  app: FastifyInstance,
  {
    thumbnails,
    linkDownloads,
  }: { readonly thumbnails: ThumbnailsService; readonly linkDownloads: LinkDownloads },
): void => {
  for (const endpoint of [contract.getThumbnail, getSharedThumbnail])
    register(app, endpoint, async ({ params, query, request, reply }) => {
      const actor = actorOf(request);
      const picture = await thumbnails.open(actor, params.id, params.size);
      // A link may end at any moment, so its thumbnails are revalidated.
      const isForGood = request.guest === undefined && query.v === picture.version;
      return sendResource(request, reply, {
        name: picture.name,
        contentType: 'image/webp',
        disposition: 'inline',
        size: picture.size,
        validators: { etag: picture.etag, lastModified: picture.madeAt },
        ...(isForGood ? { cacheControl: forGood } : {}),
        askedAt: picture.askedAt,
        open: picture.open,
        ...(params.size === 'lg'
          ? {
              // Most photos are no larger than a screen, so with a download limit it counts as the file.
              begin: ({ fromStart }) =>
                linkDownloads.count(actor, { subject: params.id, attachment: false, fromStart }),
            }
          : {}),
      });
    });
};
