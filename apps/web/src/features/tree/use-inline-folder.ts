import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Item } from '@holdall/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { treeKey } from '#shared/api/query-keys.ts';
import { openCreateFolderAlert } from '#shared/i18n/error-alert.ts';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { explainRestriction } from '#shared/session/explain-restriction.ts';
import { announce } from '#shared/ui/live-region.tsx';

interface InlineFolder {
  readonly name: string;
  /** Null is the top of the account. */
  readonly parentId: string | null;
}

/** Creates a folder by its name alone, to move things into it; every failure is an alert (specification section 8). */
export const useInlineFolder = (onCreated: (folder: Item['data']) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, parentId }: InlineFolder) =>
      (await call(itemEndpoints.createFolder, { body: { name, parent_id: parentId } })).data,
    onSuccess: async (folder) => {
      announce(text('new_folder.created', { name: folder.attributes.name }));
      await client.invalidateQueries({ queryKey: treeKey });
      onCreated(folder);
    },
    onError: async (error) => {
      if (!(await explainRestriction(client, error))) openCreateFolderAlert(error);
    },
  });
};
