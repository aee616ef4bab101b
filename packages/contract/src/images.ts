import { z } from 'zod';
import { accountEndpoints } from './account.endpoints.ts';
import { adminEndpoints } from './admin.endpoints.ts';
import { serverEndpoints } from './server.endpoints.ts';
import { endpoint } from './endpoint.ts';

/** Edges of an avatar in pixels (product.md, "Profile"). */
export const avatarSizes = { xs: 48, sm: 96, md: 192 } as const;
export type AvatarSize = keyof typeof avatarSizes;
/**
 * `full` is an image's of the application. A logo has a smaller `md` beside it for mails. The favicon has larger ones beside it for devices that it is installed on: `md` and
 * `lg`, and `home`, which has no transparency and may be cut into any form.
 */
const imageSizes = ['xs', 'sm', 'md', 'lg', 'full', 'home'] as const;
export type ImageSize = (typeof imageSizes)[number];

/** 128 random bits: nobody finds an image without its address. */
export const imageId = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);

/** Returns the address of an image. */
export const imageAddress = (id: string, size: ImageSize): string => `/api/images/${id}/${size}`;

/** The addresses of an avatar. */
export const avatarAddresses = (id: string): Record<AvatarSize, string> => ({
  xs: imageAddress(id, 'xs'),
  sm: imageAddress(id, 'sm'),
  md: imageAddress(id, 'md'),
});

/** The addresses of somebody's avatar; null: the letter tile. */
export const avatarOf = (id: string | null): Record<AvatarSize, string> | null =>
  id === null ? null : avatarAddresses(id);

export const getImage = endpoint({
  ...serverEndpoints.getImage,
  access: 'public',
  tag: 'Application',
  summary: 'An avatar, or an image of the application; its address changes with its content.',
  params: z.strictObject({ id: imageId, size: z.enum(imageSizes) }),
  answers: { 200: 'bytes' },
  errors: ['image.not_found'],
});

/** The fields of the form, in any order, beside the file. */
export const imageForm = <Name extends z.ZodType>(name: Name) =>
  z.strictObject({
    name,
    /** `PATCH`, as the specification has it (section 7); may be absent. */
    _method: z.string().optional(),
  });
export const imageErrors = [
  'image.unreadable',
  'image.too_large',
  'image.too_many_pixels',
  'limit.too_many',
] as const;

export const updateAvatar = endpoint({
  ...accountEndpoints.updateAvatar,
  access: 'user',
  tag: 'User',
  summary: 'Set your avatar by an image as `file`: its middle square is kept in three sizes.',
  body: imageForm(z.literal('avatar')),
  bodyKind: 'form',
  answers: { 200: z.object({ avatar: z.object({ xs: z.string(), sm: z.string(), md: z.string() }) }) },
  errors: imageErrors,
});

/** The same call by the method that `_method` names. */
export const replaceAvatar = endpoint({ ...updateAvatar, ...accountEndpoints.replaceAvatar });

export const removeAvatar = endpoint({
  ...accountEndpoints.removeAvatar,
  access: 'user',
  tag: 'User',
  summary: 'Show the letter tile instead of a picture.',
  answers: { 204: null },
});

/** Images of the application that an administrator may set. */
export const brandImages = ['logo', 'logo_horizontal', 'favicon', 'share_image'] as const;
export type BrandImage = (typeof brandImages)[number];

export const updateBrandImage = endpoint({
  ...adminEndpoints.updateBrandImage,
  access: 'admin',
  tag: 'Administration',
  summary: 'Set an image of the application by an image as `file`.',
  body: imageForm(z.enum(brandImages)),
  bodyKind: 'form',
  answers: { 200: z.object({ url: z.string() }) },
  errors: imageErrors,
});

/** The same call by the method that `_method` names. */
export const replaceBrandImage = endpoint({ ...updateBrandImage, ...adminEndpoints.replaceBrandImage });

export const removeBrandImage = endpoint({
  ...adminEndpoints.removeBrandImage,
  access: 'admin',
  tag: 'Administration',
  summary: 'Go back to the application’s own image.',
  params: z.strictObject({ name: z.enum(brandImages) }),
  answers: { 204: null },
});

/** The part of the endpoint table that stands here. */
export const imagesTable = {
  getImage,
  removeAvatar,
  removeBrandImage,
  replaceAvatar,
  replaceBrandImage,
  updateAvatar,
  updateBrandImage,
};
