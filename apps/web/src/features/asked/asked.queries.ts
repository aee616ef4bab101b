import type { OpenedRequest } from '@holdall/contract/file-requests';
import type { MessageKey } from '@holdall/contract/messages/en';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { askedCall, askedFormsOf } from '#shared/api/asked.calls.ts';
import { callAsGuest } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';

/** A request as those see it who are asked. */
export type Asked = OpenedRequest['data'];

/** Milliseconds between two looks at whether it still takes files; the more was sent, the longer is each answer. */
const lookEvery = 10_000;
const pausePerFile = 5;

/** Whether a request says that it cannot be seen, now or ever. */
export const isRefusal = (error: unknown, code: 'file_request.not_found' | 'share.unavailable'): boolean =>
  error instanceof ApiError && error.code === code;

/** What is asked for, and what was sent in this visit. */
export const askedQuery = (token: string) =>
  queryOptions({
    queryKey: ['asked', token] as const,
    queryFn: async ({ signal }): Promise<Asked> =>
      (await askedCall('openFileRequest', { params: { token }, signal })).data,
    staleTime: 0,
    // Who draws it shows why it failed, and has it tried again.
    retryOnMount: false,
    // What is gone does not come back.
    refetchInterval: ({ state: { data, error } }) =>
      !isRefusal(error, 'file_request.not_found') &&
      lookEvery + (data?.relationships.received.data.length ?? 0) * pausePerFile,
  });

/** What was possible a moment ago, and is refused: the request is another one than the page knows. */
const outdating: ReadonlySet<string> = new Set([
  'file_request.closed',
  'file_request.full',
  'upload.disabled',
  'storage.exceeded',
]);

/** Makes this page one of those who are asked, as long as it is there. */
export const beginVisit = (client: QueryClient, token: string): void =>
  callAsGuest({
    formOf: askedFormsOf(token),
    onRefusal: (error) => {
      if (outdating.has(error.code)) void client.invalidateQueries({ queryKey: ['asked'] });
    },
  });

/** Says that this was all. */
export const useFinish = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await askedCall('finishFileRequest', { params: { token } })).data,
    onSuccess: (asked) => client.setQueryData(askedQuery(token).queryKey, asked),
  });
};

/** The name of the owner; undefined where there is none. */
export const ownerNameOf = ({ relationships }: Asked): string | undefined => {
  const { name } = relationships.owner.data.attributes;
  return name === null ? undefined : honestName(name);
};

type UnnamedKey = Extract<MessageKey, `asked.unnamed.${string}`>;
/** A sentence that names the owner, and has a wording for one without a name. */
type OwnerSentence = UnnamedKey extends `asked.unnamed.${infer Rest}` ? Rest : never;

/** A sentence about the owner of a request, in words that need no name where there is none. */
export const ownerText = (
  asked: Asked,
  sentence: OwnerSentence,
  values: Readonly<Record<string, string>> = {},
): string => {
  const owner = ownerNameOf(asked);
  return owner === undefined
    ? text(`asked.unnamed.${sentence}`, values)
    : text(`asked.${sentence}`, { name: owner, owner, ...values });
};
