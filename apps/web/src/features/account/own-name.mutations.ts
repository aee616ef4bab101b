import { appEndpoints } from '@holdall/contract/app.endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { updateOwnUser } from './own-user.cache.ts';

interface OwnName {
  readonly first_name: string;
  readonly last_name: string;
}

/** Saves both parts of the user's own name; a blank part stays as it is. */
export const useSaveOwnName = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: OwnName): Promise<void> => {
      for (const part of ['first_name', 'last_name'] as const) {
        if (name[part] === '') continue;
        await call(appEndpoints.updateUserSettings, { body: { name: part, value: name[part] } });
        updateOwnUser(client, { settings: { [part]: name[part] } });
      }
    },
  });
};
