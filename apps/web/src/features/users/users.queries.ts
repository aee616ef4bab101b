import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { usersPage } from '@holdall/contract/limits';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { updateCached } from '#shared/api/update-cached.ts';
import { administer } from '#shared/session/administer.ts';
import type { UsersView } from './users-address.ts';

/** Prefix of the keys of all queries about users. */
const usersKey = ['users'] as const;
const userKey = (id: string) => [...usersKey, 'one', id] as const;

/** One page of users; the previous page stays while another one loads. */
export const usersQuery = ({ search, sort, direction, page }: UsersView) =>
  queryOptions({
    queryKey: [...usersKey, 'list', search, sort, direction, page],
    queryFn: ({ signal }) =>
      administer(adminEndpoints.listUsers, {
        query: { search, sort, direction, offset: (page - 1) * usersPage, limit: usersPage },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const managedUserQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id),
    queryFn: async ({ signal }) =>
      (await administer(adminEndpoints.getManagedUser, { params: { id }, signal })).data,
  });

/** A user's storage by category, and their traffic. */
export const managedStorageQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'storage'],
    queryFn: ({ signal }) => administer(adminEndpoints.getUserStorage, { params: { id }, signal }),
  });

/** Returns the number of administrators: 1, or 2 for any more. */
export const adminsQuery = queryOptions({
  queryKey: [...usersKey, 'admins'],
  queryFn: async ({ signal }) => {
    const { data } = await administer(adminEndpoints.listUsers, {
      query: { sort: 'role', direction: 'ASC', limit: 2 },
      signal,
    });
    return data.filter(({ attributes }) => attributes.role === 'admin').length;
  },
});

/** Updates the cached user with the server's answer, and invalidates all other queries about users. */
export const setCachedUser = (client: QueryClient, user: ManagedUser): void => {
  updateCached<ManagedUser>(client, userKey(user.id), () => user);
  void client.invalidateQueries({
    queryKey: usersKey,
    predicate: ({ queryKey }) => !(queryKey[1] === 'one' && queryKey.length === 3),
  });
};

/** Invalidates the queries about a user. */
export const refreshUser = (client: QueryClient, id: string): void =>
  void client.invalidateQueries({ queryKey: userKey(id) });

/** Removes the cached user and invalidates all queries about users. */
export const forgetUser = (client: QueryClient, id: string): void => {
  client.removeQueries({ queryKey: userKey(id) });
  void client.invalidateQueries({ queryKey: usersKey });
};
