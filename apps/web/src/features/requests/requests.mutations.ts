import { fileRequestEndpoints } from '@holdall/contract/file-requests.endpoints';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#shared/api/client.ts';
import { failedBy } from '#shared/api/failed-by.ts';
import { text } from '#shared/i18n/messages.ts';
import { callSignedIn } from '#shared/session/call-signed-in.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { showToast } from '#shared/ui/toast.ts';
import { requestsChanged } from './requests.queries.ts';

type BodyOf<Name extends keyof Endpoints> = SentBodyOf<Endpoints[Name]>;
export type FileRequestInput = Omit<BodyOf<'createFileRequest'>, 'folder_id'>;

/** Folder that a request collects files in; null creates one. */
type RequestFolder = { readonly id: string } | null;

/**
 * Creates a file request; without a folder it collects files in a new one with its name.
 * @param onFolder called after a folder was created, even where the request then fails
 */
export const useCreateRequest = (folder: RequestFolder, onFolder: () => void) => {
  const client = useQueryClient();
  /** The folder that a failed attempt has created. */
  const made = useRef(folder?.id);
  return useMutation({
    mutationFn: async (input: FileRequestInput) => {
      if (made.current === undefined) {
        const answer = await call(itemEndpoints.createFolder, {
          body: { name: input.name, parent_id: null, on_conflict: 'rename' },
        });
        made.current = answer.data.id;
        onFolder();
      }
      const body = { ...input, folder_id: made.current };
      return (await callSignedIn(fileRequestEndpoints.createFileRequest, { body })).data;
    },
    onSuccess: (_request, { email }) => {
      if (email) showToast({ type: 'success', message: text('requests.mailed', { email }) });
    },
    onSettled: () => requestsChanged(client),
  });
};

export const useUpdateRequest = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<'updateFileRequest'>) =>
      (await callSignedIn(fileRequestEndpoints.updateFileRequest, { params: { token }, body })).data,
    onSettled: () => requestsChanged(client),
  });
};

export const useDeleteRequest = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await callSignedIn(fileRequestEndpoints.deleteFileRequest, { params: { token } });
      } catch (error) {
        // The request was already deleted elsewhere.
        if (!failedBy(error, 'file_request.not_found')) throw error;
      }
    },
    onSettled: () => requestsChanged(client),
  });
};
