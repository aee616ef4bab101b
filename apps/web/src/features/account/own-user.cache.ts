import type { User } from '@holdall/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { updateCached } from '#shared/api/update-cached.ts';
import { userKey } from '#shared/api/query-keys.ts';

type Attributes = User['data']['attributes'];
type Settings = User['data']['relationships']['settings']['data']['attributes'];
type Meta = User['data']['meta'];

interface Changes {
  readonly attributes?: Partial<Attributes>;
  readonly settings?: Partial<Settings>;
  readonly meta?: Partial<Meta>;
}

/** Returns the user with the changes applied; the name is composed of its two parts. */
export const changedUser = ({ data }: User, { attributes, settings, meta }: Changes): User => {
  const kept = { ...data.relationships.settings.data.attributes, ...settings };
  const name = `${kept.first_name} ${kept.last_name}`.trim();
  const hasNewName = settings?.first_name !== undefined || settings?.last_name !== undefined;
  return {
    data: {
      ...data,
      attributes: { ...data.attributes, ...(hasNewName && { name }), ...attributes },
      relationships: { ...data.relationships, settings: { data: { attributes: kept } } },
      meta: { ...data.meta, ...meta },
    },
  };
};

/** Updates the cached user with values that the server has accepted. */
export const updateOwnUser = (client: QueryClient, changes: Changes): void =>
  updateCached<User>(client, userKey, (user) => user && changedUser(user, changes));
