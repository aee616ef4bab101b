import * as contract from '@holdall/contract/pictures';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { type FormFile, readFormFile } from '#http/form-file.ts';
import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { takeRawBodies } from '#http/raw-bodies.ts';
import { parse, register } from '#http/register.ts';
import { sendResource } from '#http/send-resource.ts';
import { AppError } from '#lib/app-error.ts';
import { pictureTooLarge } from './pictures.errors.ts';
import type { PicturesService } from './pictures.types.ts';

/** Bytes of a form around its file. */
const formAround = 64 * 1024;
/** Its address names its bytes for good. */
const forGood = 'public, max-age=31536000, immutable';

/** What a form says that its image is; checks all that stands beside the file, wherever it does. */
const nameIn = <Name>(
  form: z.ZodType<{ name: Name; _method?: string | undefined }>,
  fields: object,
): Name => {
  const { name, _method: method } = parse(form, fields);
  if (method !== undefined && method.toUpperCase() !== 'PATCH')
    throw new AppError('request.method_not_allowed');
  return name;
};

/** @throws picture.too_large */
const refuseLong = (contentLength: string | undefined): void => {
  if (Number(contentLength ?? 0) > contract.pictureLimit + formAround) throw pictureTooLarge();
};

/** Reads a form with one image. @throws picture.too_large before it is taken, where its length says so */
const readImage = async <T>(
  request: FastifyRequest,
  take: (file: FormFile, whole: () => Promise<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  refuseLong(request.headers['content-length']);
  try {
    return await readFormFile(request.raw, (_before, file, whole) => take(file, whole));
  } catch (error) {
    throw error instanceof BrokenBodyError ? new AppError('request.malformed', { cause: error }) : error;
  }
};

export const registerPicturesRoutes = (
  app: FastifyInstance,
  { pictures }: { pictures: PicturesService },
): void => {
  register(app, contract.getPicture, async ({ params, request, reply }) => {
    const { type, etag, size, madeAt, askedAt, open } = await pictures.open(params.id, params.size);
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
    await pictures.removeAvatar(userOf(request));
    return undefined;
  });
  register(app, contract.removeBrandImage, async ({ params, request }) => {
    await pictures.removeBrandImage(userOf(request), params.name, callerOf(request));
    return undefined;
  });

  void app.register(async (scope) => {
    takeRawBodies(scope);
    for (const endpoint of [contract.updateAvatar, contract.replaceAvatar])
      register(scope, endpoint, async ({ request }) => ({
        avatar: await readImage(request, ({ bytes }, whole) =>
          pictures.setAvatar(userOf(request), bytes, async () => nameIn(endpoint.body, await whole())),
        ),
      }));
    for (const endpoint of [contract.updateBrandImage, contract.replaceBrandImage])
      register(scope, endpoint, async ({ request }) => ({
        url: await readImage(request, ({ bytes }, whole) =>
          pictures.setBrandImage(
            userOf(request),
            { bytes, nameOf: async () => nameIn(endpoint.body, await whole()) },
            callerOf(request),
          ),
        ),
      }));
  });
};
