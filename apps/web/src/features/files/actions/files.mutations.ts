import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { call } from '#shared/api/client.ts';
import { openCreateFolderAlert } from '#shared/i18n/error-alert.ts';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { explainRestriction } from '#shared/session/explain-restriction.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { Entry } from '../entry.ts';
import { itemAdded } from '../cache/files.events.ts';
import { sidesChanged } from '../cache/realtime.events.ts';

export interface NewFolder {
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  readonly parentId: string | null;
}

/** Creates a folder and shows it; every failure is an alert (specification section 8). */
export const useCreateFolder = (onCreated: (folder: Entry) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, emoji, color, parentId }: NewFolder): Promise<Entry> => {
      const body = { name, emoji, color, parent_id: parentId };
      return (await call(itemEndpoints.createFolder, { body })).data;
    },
    onSuccess: (folder) => {
      itemAdded(client, folder);
      sidesChanged(client);
      announce(text('new_folder.created', { name: folder.attributes.name }));
      onCreated(folder);
    },
    onError: async (error) => {
      if (!(await explainRestriction(client, error))) openCreateFolderAlert(error);
    },
  });
};
