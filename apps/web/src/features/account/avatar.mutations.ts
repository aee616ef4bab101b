import { accountEndpoints } from '@holdall/contract/account.endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { photoForm } from '#shared/photo/picture.ts';
import { updateOwnUser } from './own-user.cache.ts';

/** Uploads a square photo as the user's own. */
export const useUpdateAvatar = () => {
  const client = useQueryClient();
  return async (photo: Blob): Promise<void> => {
    const { avatar } = await call(accountEndpoints.updateAvatar, { body: photoForm(photo) });
    updateOwnUser(client, { attributes: { avatar } });
  };
};

/** Removes the photo, so that the letter tile shows again. */
export const useRemoveAvatar = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountEndpoints.removeAvatar, {}),
    onSuccess: () => updateOwnUser(client, { attributes: { avatar: null } }),
  });
};
