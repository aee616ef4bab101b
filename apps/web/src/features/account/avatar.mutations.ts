import { useQueryClient } from '@tanstack/react-query';
import { accountCall } from '#shared/api/account.calls.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { cropToFile } from './picture.ts';
import type { Crop } from './crop.ts';
import { noteOwnUser } from './own-user.cache.ts';

interface NewAvatar {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
}

/** Sends the square of a picture as one's own. */
export const useUpdateAvatar = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ picture, crop }: NewAvatar) => {
      const body = new FormData();
      body.set('name', 'avatar');
      body.set('_method', 'PATCH');
      body.set('file', await cropToFile(picture, crop), 'avatar');
      return accountCall('updateAvatar', { body });
    },
    onSuccess: ({ avatar }) => noteOwnUser(client, { attributes: { avatar } }),
  });
};

/** Goes back to the letter tile. */
export const useRemoveAvatar = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => accountCall('removeAvatar', {}),
    onSuccess: () => noteOwnUser(client, { attributes: { avatar: null } }),
  });
};
