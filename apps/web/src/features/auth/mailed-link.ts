import { authEndpoints } from '@holdall/contract/auth.endpoints';
import type { inspectMailedLink, MailedLink } from '@holdall/contract/auth';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { ApiError } from '#shared/api/api-error.ts';

type Question = SentBodyOf<typeof inspectMailedLink>;

/** State of the mailed link that opened the page. */
export type MailedLinkState =
  | { readonly state: 'asking' | 'expired' | 'incomplete' }
  | { readonly state: 'open'; readonly opens: MailedLink }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void };

/** Reports whether a mailed link is expired, used or invalid. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'link.expired';

/** A link damaged in transit may be unreadable for the server. */
const isBroken = (error: unknown): boolean =>
  isExpired(error) || (error instanceof ApiError && error.code === 'request.invalid');

/** Inspects a mailed link without using it up. @param question undefined: the link lacks parts */
export const useMailedLink = (question: Question | undefined): MailedLinkState => {
  const { data, error, refetch } = useQuery({
    queryKey: ['mailed-link', question],
    queryFn: question
      ? ({ signal }) => call(authEndpoints.inspectMailedLink, { body: question, signal })
      : skipToken,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!question) return { state: 'incomplete' };
  if (data) return { state: 'open', opens: data };
  if (!error) return { state: 'asking' };
  if (isBroken(error)) return { state: 'expired' };
  return { state: 'failed', error, retry: () => void refetch() };
};
