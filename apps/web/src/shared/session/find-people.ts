import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { administer } from './administer.ts';

interface Search {
  readonly words: string;
  /** The largest number of results. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Users whose name or e-mail contains the words, by their names; for administrators. */
export const findPeople = async ({ words, limit, signal }: Search) => {
  const query = { search: words, sort: 'name', direction: 'ASC', limit } as const;
  const { data } = await administer(adminEndpoints.listUsers, { query, signal });
  return data.map(({ id, attributes: { name, email, avatar, color } }) => ({
    id,
    name,
    email,
    avatar,
    color,
  }));
};
