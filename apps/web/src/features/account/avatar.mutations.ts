import { useQueryClient } from '@tanstack/react-query';
import { accountCall } from '#shared/api/account.calls.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { photoForm } from '#shared/photo/picture.ts';
import { updateOwnUser } from './own-user.cache.ts';

/** Uploads a square photo as the user's own. */
export const useUpdateAvatar = () => {
  const client = useQueryClient();
  return async (photo: Blob): Promise<void> => {
    const { avatar } = await accountCall('updateAvatar', { body: photoForm(photo) });
    updateOwnUser(client, { attributes: { avatar } });
  };
};

/** Removes the photo, so that the letter tile shows again. */
export const useRemoveAvatar = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => accountCall('removeAvatar', {}),
    onSuccess: () => updateOwnUser(client, { attributes: { avatar: null } }),
  });
};
