import type { SentBodyOf } from '@holdall/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { itemsCall } from '#shared/api/items.calls.ts';
import { requestsCall } from '#shared/api/requests.calls.ts';
import type { Endpoints } from '#shared/api/routes.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { outdateRequests } from './requests.queries.ts';

type BodyOf<Name extends keyof Endpoints> = SentBodyOf<Endpoints[Name]>;
export type Wish = Omit<BodyOf<'createFileRequest'>, 'folder_id'>;

/** A folder that files are asked for into; null: a new one. */
type AskedFolder = { readonly id: string } | null;

/** Asks for files; without a folder into a new one, which is called like the request. */
export const useCreateRequest = (folder: AskedFolder) => {
  const client = useQueryClient();
  /** The new folder of an attempt that went no further. */
  const made = useRef(folder?.id);
  return useMutation({
    mutationFn: async (wish: Wish) => {
      made.current ??= (
        await itemsCall('createFolder', {
          body: { name: wish.name, parent_id: null, on_conflict: 'rename' },
        })
      ).data.id;
      const body = { ...wish, folder_id: made.current };
      return (await requestsCall('createFileRequest', { body })).data;
    },
    onSettled: () => outdateRequests(client),
  });
};

export const useUpdateRequest = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<'updateFileRequest'>) =>
      (await requestsCall('updateFileRequest', { params: { token }, body })).data,
    onSettled: () => outdateRequests(client),
  });
};

export const useDeleteRequest = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestsCall('deleteFileRequest', { params: { token } }),
    onSettled: () => outdateRequests(client),
  });
};
