import { fileRequestEndpoints } from '@holdall/contract/file-requests.endpoints';
import type { OpenedRequest } from '@holdall/contract/file-requests';
import type { MessageKey } from '@holdall/contract/messages/en';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { call, callAsGuest } from '#shared/api/client.ts';
import { fileRequestForms, formsFor } from '#shared/api/guest-forms.ts';
import { text } from '#shared/i18n/messages.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';

/** A file request as its guests see it. */
export type OpenedFileRequest = OpenedRequest['data'];

/** Milliseconds between two polls of whether the request still accepts files; answers grow with the files sent. */
const lookEvery = 10_000;
const pausePerFile = 5;

/** Reports whether a request is unavailable, for now or for good. */
export const isRefusal = (error: unknown, code: 'file_request.not_found' | 'share.unavailable'): boolean =>
  error instanceof ApiError && error.code === code;

/** The file request and the files sent in this visit. */
export const fileRequestQuery = (token: string) =>
  queryOptions({
    queryKey: ['file-request', token] as const,
    queryFn: async ({ signal }): Promise<OpenedFileRequest> =>
      (await call(fileRequestEndpoints.openFileRequest, { params: { token }, signal })).data,
    staleTime: 0,
    // The component that shows the query shows its failure and retries it.
    retryOnMount: false,
    // A request that is gone does not come back.
    refetchInterval: ({ state: { data, error } }) =>
      !isRefusal(error, 'file_request.not_found') &&
      lookEvery + (data?.relationships.received.data.length ?? 0) * pausePerFile,
  });

/** Error codes that show that the cached request is stale. */
const staleCodes: ReadonlySet<string> = new Set([
  'file_request.closed',
  'file_request.full',
  'upload.disabled',
  'storage.exceeded',
]);

/** Makes this page a guest page of a file request while it is mounted. */
export const beginVisit = (client: QueryClient, token: string): void =>
  callAsGuest({
    formOf: formsFor(fileRequestForms, token),
    onRefusal: (error) => {
      if (staleCodes.has(error.code)) void client.invalidateQueries({ queryKey: ['file-request'] });
    },
  });

/** Tells the server that the visit is finished. */
export const useFinish = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(fileRequestEndpoints.finishFileRequest, { params: { token } })).data,
    onSuccess: (request) => client.setQueryData(fileRequestQuery(token).queryKey, request),
  });
};

/** Returns the owner's name; undefined where there is none. */
export const ownerNameOf = ({ relationships }: OpenedFileRequest): string | undefined => {
  const { name } = relationships.owner.data.attributes;
  return name === null ? undefined : honestName(name);
};

type UnnamedKey = Extract<MessageKey, `file_request.unnamed.${string}`>;
/** Stem of a message about the owner that has a variant without a name. */
type OwnerSentence = UnnamedKey extends `file_request.unnamed.${infer Rest}` ? Rest : never;

/** Returns a sentence about the owner of a request, in the variant without a name where there is none. */
export const ownerText = (
  request: OpenedFileRequest,
  sentence: OwnerSentence,
  values: Readonly<Record<string, string>> = {},
): string => {
  const owner = ownerNameOf(request);
  return owner === undefined
    ? text(`file_request.unnamed.${sentence}`, values)
    : text(`file_request.${sentence}`, { name: owner, owner, ...values });
};
