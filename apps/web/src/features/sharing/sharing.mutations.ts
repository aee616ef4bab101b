import { shareEndpoints } from '@holdall/contract/shares.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { revokedAtOnce } from '@holdall/contract/link-limits';
import type { Share } from '@holdall/contract/share-link';
import { useQueryClient } from '@tanstack/react-query';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { callSignedIn, showUnexpectedFailure } from '#shared/session/call-signed-in.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { ActivityGroup } from './share-activity.ts';
import { isOver, setCachedLink, showEndedLink, invalidateLinks } from './sharing.queries.ts';

type BodyOf<Name extends keyof Endpoints> = SentBodyOf<Endpoints[Name]>;

/** Announces the number of recipients that a link was mailed to. */
const announceMailed = (count: number): void =>
  void showToast({ type: 'success', message: text('share.mailed', { count }) });

/** @param onMade called with the link even where the caller has unmounted */
export const useCreateLink = (onMade: (link: Share) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'createShare'> | BodyOf<'createCollection'>) =>
      'id' in body
        ? callSignedIn(shareEndpoints.createShare, { body })
        : callSignedIn(shareEndpoints.createCollection, { body }),
    onSuccess: async (link, { emails = [] }) => {
      invalidateLinks(client);
      await setCachedLink(client, link);
      if (emails.length > 0) announceMailed(emails.length);
      onMade(link);
    },
  });
};

/** Adds items to a collection, or removes some. */
export const useChangeCollection = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'updateCollection'>) =>
      callSignedIn(shareEndpoints.updateCollection, { params: { token }, body }),
    onError: (error) => {
      if (!showEndedLink(client, token, error)) showUnexpectedFailure(error);
    },
    onSettled: () => invalidateLinks(client),
  });
};

/** @param onChanged called with the changed link even where the caller has unmounted */
export const useUpdateLink = (token: string, onChanged: (link: Share) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'updateShare'>) =>
      callSignedIn(shareEndpoints.updateShare, { params: { token }, body }),
    onSuccess: async (link) => {
      await setCachedLink(client, link);
      onChanged(link);
    },
    onError: (error) => {
      showEndedLink(client, token, error);
    },
  });
};

export const useMailLink = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'mailShare'>) =>
      callSignedIn(shareEndpoints.mailShare, { params: { token }, body }),
    onSuccess: ({ meta }) => announceMailed(meta.count),
    onError: (error) => {
      showEndedLink(client, token, error);
    },
  });
};

/** Links that are to end: one, or all links to some items. */
export type LinksToEnd = { readonly token: string } | { readonly itemIds: readonly string[] };

/** Ends a link; one that has already ended counts as ended. */
const revoke = async (token: string): Promise<void> => {
  try {
    await callSignedIn(shareEndpoints.revokeShares, { body: { tokens: [token] } });
  } catch (error) {
    if (!isOver(error)) throw error;
  }
};

/** @param onEnded called with the items, or the token, even where others failed or the caller has unmounted */
export const useRevokeLinks = (onEnded: (ended: readonly string[]) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (links: LinksToEnd) => {
      if ('token' in links) {
        await revoke(links.token);
        return onEnded([links.token]);
      }
      for (let at = 0; at < links.itemIds.length; at += revokedAtOnce) {
        const items = links.itemIds.slice(at, at + revokedAtOnce);
        await callSignedIn(shareEndpoints.revokeShares, { body: { items } });
        onEnded(items);
      }
    },
    onError: showUnexpectedFailure,
    onSettled: (_done, error, links) =>
      invalidateLinks(client, error === null && 'token' in links ? [links.token] : []),
  });
};

/** Actions that were reverted, and those that failed because something has changed since. */
export interface Reverted {
  readonly reverted: number;
  readonly kept: number;
}

/**
 * Reverts guest activity: a group of actions, the latest first, or all of it.
 * @param onReverted called after some actions were reverted, even where others failed or the caller has unmounted
 */
export const useRevertActivity = (token: string, onReverted: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (group: ActivityGroup | undefined): Promise<Reverted> => {
      const sum = { reverted: 0, kept: 0 };
      const revert = async (body: BodyOf<'revertShareActivity'>): Promise<string | null> => {
        const { meta } = await callSignedIn(shareEndpoints.revertShareActivity, { params: { token }, body });
        sum.reverted += meta.reverted;
        sum.kept += meta.kept;
        return meta.next;
      };
      if (group) for (const { id } of group.revertible) await revert({ entry: id });
      // Each call reverts as many actions as fit into its time limit.
      else for (let before = await revert({}); before !== null;) before = await revert({ before });
      return sum;
    },
    onError: showUnexpectedFailure,
    onSettled: () => {
      invalidateLinks(client);
      onReverted();
    },
  });
};
