import type { askLink, MailedLink } from '@holdall/contract/auth';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { authCall } from '#shared/api/auth.calls.ts';

type Question = SentBodyOf<typeof askLink>;

/** What is known of the link that a page was opened with. */
export type AskedLink =
  | { readonly state: 'asking' | 'expired' | 'incomplete' }
  | { readonly state: 'open'; readonly opens: MailedLink }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void };

/** Whether a mailed link works no more, or never did. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'link.expired';

/** A link that was changed on its way may be none that the server can read. */
const isBroken = (error: unknown): boolean =>
  isExpired(error) || (error instanceof ApiError && error.code === 'request.invalid');

/** Asks what a mailed link opens, which does not use it up. @param question undefined: the link carries too little */
export const useMailedLink = (question: Question | undefined): AskedLink => {
  const { data, error, refetch } = useQuery({
    queryKey: ['mailed-link', question],
    queryFn: question ? ({ signal }) => authCall('askLink', { body: question, signal }) : skipToken,
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
