import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from './entry.ts';
import { itemAdded } from './files.events.ts';
import { sidesChanged } from './realtime.events.ts';

export interface NewFolder {
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  readonly parentId: string | null;
}

/** What stands under the name's field; undefined for failures that have nothing to do with the name. */
export const nameError = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return undefined;
  return error.errors['name']?.[0] ?? errorText(error);
};

/** Creates a folder and shows it. A failure that the form cannot show is an alert (specification section 8). */
export const useCreateFolder = (onCreated: (folder: Entry) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, emoji, color, parentId }: NewFolder): Promise<Entry> => {
      const body = { name, emoji, color, parent_id: parentId };
      return (await call('createFolder', { body })).data;
    },
    onSuccess: (folder) => {
      itemAdded(client, folder);
      sidesChanged(client);
      announce(text('new_folder.created', { name: folder.attributes.name }));
      onCreated(folder);
    },
    onError: (error) => {
      if (nameError(error)) return;
      const message =
        error instanceof ApiError && error.status > 0 ? errorText(error) : text('popup_error.message');
      openAlert({ title: text('popup_error.title'), message });
    },
  });
};
