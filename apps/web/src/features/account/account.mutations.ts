import { accountEndpoints } from '@holdall/contract/account.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { ownActivityKey, userKey } from '#shared/api/query-keys.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { devicesKey, tokensKey } from './account.queries.ts';
import { updateOwnUser } from './own-user.cache.ts';

type BodyOf<Name extends keyof Endpoints> = SentBodyOf<Endpoints[Name]>;

/** Changes the address. Where mail is enabled, the change waits for confirmation by a link. */
export const useUpdateEmail = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'updateEmail'>) => call(accountEndpoints.updateEmail, { body }),
    onSuccess: ({ confirmation }, { email }) =>
      updateOwnUser(client, confirmation ? { meta: { pending_email: email } } : { attributes: { email } }),
  });
};

/** Changes the password; all other sessions end. */
export const useUpdatePassword = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'updatePassword'>) => call(accountEndpoints.updatePassword, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: devicesKey });
      void client.invalidateQueries({ queryKey: ownActivityKey });
    },
  });
};

export const useStartTwoFactor = () =>
  useMutation({
    mutationFn: (body: BodyOf<'startTwoFactor'>) => call(accountEndpoints.startTwoFactor, { body }),
  });

/** Invalidates the state of two-factor sign-in: its start and the number of remaining codes. */
const useRefreshTwoFactor = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ownActivityKey });
    await client.invalidateQueries({ queryKey: userKey });
  };
};

export const useConfirmTwoFactor = () =>
  useMutation({
    mutationFn: (body: BodyOf<'confirmTwoFactor'>) => call(accountEndpoints.confirmTwoFactor, { body }),
    onSuccess: useRefreshTwoFactor(),
  });

export const useRemoveTwoFactor = () =>
  useMutation({
    mutationFn: (body: BodyOf<'removeTwoFactor'>) => call(accountEndpoints.removeTwoFactor, { body }),
    onSuccess: useRefreshTwoFactor(),
  });

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (body: BodyOf<'renewRecoveryCodes'>) => call(accountEndpoints.renewRecoveryCodes, { body }),
    onSuccess: useRefreshTwoFactor(),
  });

export const useCreateToken = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'createToken'>) => call(accountEndpoints.createToken, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: tokensKey });
      void client.invalidateQueries({ queryKey: ownActivityKey });
    },
  });
};

export const useRemoveToken = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(accountEndpoints.removeToken, { params: { id } }),
    // A token that no longer exists counts as revoked.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ownActivityKey });
      return client.invalidateQueries({ queryKey: tokensKey });
    },
  });
};

/** Ends one session; without an id, all but this one. */
export const useEndSessions = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { readonly id: string | undefined } & BodyOf<'endOtherSessions'>) => {
      if (id === undefined) await call(accountEndpoints.endOtherSessions, { body });
      else await call(accountEndpoints.endSession, { params: { id }, body });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ownActivityKey });
      return client.invalidateQueries({ queryKey: devicesKey });
    },
  });
};
