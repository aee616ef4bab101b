import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from '#testing/create-test-app.ts';
import type { Link } from '#testing/link-cast.ts';

/** Ids of all that there is but for an item and what is below it; of the accounts, too. */
const idsBeyond = async ({ parts: { db } }: TestApp, rootId: string): Promise<string[]> => {
  const items = await db.selectFrom('items').select(['id', 'parent_id']).execute();
  const parents = new Map(items.map((row) => [row.id, row.parent_id]));
  const isBelow = (id: string | null | undefined): boolean =>
    id === rootId || (typeof id === 'string' && isBelow(parents.get(id)));
  const users = await db.selectFrom('users').select('id').execute();
  return [...users, ...items.filter(({ id }) => !isBelow(id))].map(({ id }) => id);
};

/** The folder that guests of a collection see its items in. */
const collectionOf = async ({ parts: { db } }: TestApp, token: string): Promise<string | undefined> => {
  const query = db.selectFrom('shares').select('id').whereRef('item_id', '=', 'id');
  return (await query.where('token', '=', token).executeTakeFirst())?.id;
};

const tokensBut = async ({ parts: { db } }: TestApp, own: string): Promise<string[]> => {
  const shares = await db.selectFrom('shares').select('token').execute();
  const requests = await db.selectFrom('file_requests').select('token').execute();
  return [...shares, ...requests].map(({ token }) => token).filter((token) => token !== own);
};

/** Returns the values of a name in a body, for the item with an id. */
const attributesOf = (body: unknown, id: string, name: string): unknown[] => {
  if (typeof body !== 'object' || body === null) return [];
  const { id: own, attributes } = body as { id?: unknown; attributes?: Record<string, unknown> };
  const here = own === id && attributes !== undefined && name in attributes ? [attributes[name]] : [];
  return [...here, ...Object.values(body).flatMap((value) => attributesOf(value, id, name))];
};

/** Returns foreign data in an answer to a guest: unshared items, their owner, other links, locations. */
export const leaksOf = async (
  server: TestApp,
  { root, token }: Pick<Link, 'root' | 'token'>,
  { body, headers, json }: LightMyRequestResponse,
): Promise<unknown[]> => {
  const words = [...(await idsBeyond(server, root.id)), ...(await tokensBut(server, token)), '@example.com'];
  const collection = await collectionOf(server, token);
  const isJson = headers['content-type']?.includes('json') === true;
  const parents = isJson ? attributesOf(json<unknown>(), root.id, 'parent_id') : [];
  return [
    ...words.filter((word) => body.includes(word)),
    ...parents.filter((parent) => parent !== null && parent !== collection),
  ];
};
