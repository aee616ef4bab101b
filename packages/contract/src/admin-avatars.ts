import { z } from 'zod';
import { oneManagedUser } from './admin-users.ts';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { imageForm, imageErrors } from './images.ts';

const params = z.strictObject({ id });

export const updateUserAvatar = endpoint({
  ...adminEndpoints.updateUserAvatar,
  access: 'admin',
  tag: 'Administration',
  summary: 'Set a user’s avatar by an image as `file`: its middle square is kept in three sizes.',
  params,
  body: imageForm(z.literal('avatar')),
  bodyKind: 'form',
  answers: { 200: oneManagedUser },
  errors: ['user.not_found', 'user.deleting', ...imageErrors],
});

/** The same call by the method that `_method` names. */
export const replaceUserAvatar = endpoint({ ...updateUserAvatar, ...adminEndpoints.replaceUserAvatar });

export const removeUserAvatar = endpoint({
  ...adminEndpoints.removeUserAvatar,
  access: 'admin',
  tag: 'Administration',
  summary: 'Show a user’s letter tile instead of a picture.',
  params,
  answers: { 200: oneManagedUser },
  errors: ['user.not_found', 'user.deleting'],
});

/** The part of the endpoint table that stands here. */
export const adminAvatarsTable = { removeUserAvatar, replaceUserAvatar, updateUserAvatar };
