import type { SentBodyOf } from '@holdall/contract/endpoint';
import { revokedAtOnce } from '@holdall/contract/link-limits';
import type { Share } from '@holdall/contract/share-link';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import type { Endpoints } from '#shared/api/routes.ts';
import { sharingCall } from '#shared/api/sharing.calls.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import type { DeedGroup } from './deeds.ts';
import { keepLink, outdateLinks } from './sharing.queries.ts';

type BodyOf<Name extends keyof Endpoints> = SentBodyOf<Endpoints[Name]>;

/** @param onMade is told of the link even if whoever asked for it has gone on to something else */
export const useCreateLink = (onMade: (link: Share) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'createShare'>) => sharingCall('createShare', { body }),
    onSuccess: (link) => {
      outdateLinks(client);
      keepLink(client, link);
      onMade(link);
    },
  });
};

export const useUpdateLink = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'updateShare'>) => sharingCall('updateShare', { params: { token }, body }),
    onSuccess: (link) => keepLink(client, link),
  });
};

export const useMailLink = (token: string) =>
  useMutation({
    mutationFn: (body: BodyOf<'mailShare'>) => sharingCall('mailShare', { params: { token }, body }),
  });

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'share.not_found';

/** Ends links; those that somebody has ended already are as good as ended. */
const revoke = async (tokens: readonly string[]): Promise<void> => {
  try {
    await sharingCall('revokeShares', { body: { tokens: [...tokens] } });
  } catch (error) {
    if (!isOver(error)) throw error;
    // All or none: the others end one by one.
    if (tokens.length > 1) for (const token of tokens) await revoke([token]);
  }
};

export const useRevokeLinks = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (tokens: readonly string[]) => {
      for (let at = 0; at < tokens.length; at += revokedAtOnce)
        await revoke(tokens.slice(at, at + revokedAtOnce));
    },
    onSettled: (_done, error, tokens) => outdateLinks(client, error === null ? tokens : []),
  });
};

/** Deeds that were taken back, and those that stayed because something has changed since. */
export interface Reverted {
  readonly reverted: number;
  readonly kept: number;
}

/** Takes back what guests did: a group of deeds, the latest first, or all of it. */
export const useRevertDeeds = (token: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (group: DeedGroup | undefined): Promise<Reverted> => {
      const revert = async (deed?: string): Promise<Reverted> => {
        const body = deed === undefined ? {} : { deed };
        return (await sharingCall('revertDeeds', { params: { token }, body })).meta;
      };
      if (!group) return revert();
      const sum = { reverted: 0, kept: 0 };
      for (const { id } of group.standing) {
        const { reverted, kept } = await revert(id);
        sum.reverted += reverted;
        sum.kept += kept;
      }
      return sum;
    },
    onSettled: () => outdateLinks(client),
  });
};
