import * as contract from '@holdall/contract/images';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { takeRawBodies } from '#http/raw-bodies.ts';
import { nameIn, readImage } from '#http/form-image.ts';
import { register } from '#http/register.ts';
import { sendResource } from '#http/send-resource.ts';
import type { ImagesService } from './images.types.ts';

/** An address identifies its bytes permanently. */
const forGood = 'public, max-age=31536000, immutable';

export const registerImagesRoutes = (app: FastifyInstance, { images }: { images: ImagesService }): void => {
  register(app, contract.getImage, async ({ params, request, reply }) => {
    const { type, etag, size, madeAt, askedAt, open } = await images.open(params.id, params.size);
    return sendResource(request, reply, {
      name: type.replace('image/', 'picture.'),
      contentType: type,
      disposition: 'inline',
      size,
      validators: { etag, lastModified: madeAt },
      cacheControl: forGood,
      askedAt,
      open,
    });
  });
  register(app, contract.removeAvatar, async ({ request }) => {
    await images.removeAvatar(userOf(request));
    return undefined;
  });
  register(app, contract.removeBrandImage, async ({ params, request }) => {
    await images.removeBrandImage(userOf(request), params.name, callerOf(request));
    return undefined;
  });

  void app.register(async (scope) => {
    takeRawBodies(scope);
    for (const endpoint of [contract.updateAvatar, contract.replaceAvatar])
      register(scope, endpoint, async ({ request }) => ({
        avatar: await readImage(request, ({ bytes }, whole) =>
          images.setAvatar(userOf(request), bytes, async () => nameIn(endpoint.body, await whole())),
        ),
      }));
    for (const endpoint of [contract.updateBrandImage, contract.replaceBrandImage])
      register(scope, endpoint, async ({ request }) => ({
        url: await readImage(request, ({ bytes }, whole) =>
          images.setBrandImage(
            userOf(request),
            { bytes, nameOf: async () => nameIn(endpoint.body, await whole()) },
            callerOf(request),
          ),
        ),
      }));
  });
};
