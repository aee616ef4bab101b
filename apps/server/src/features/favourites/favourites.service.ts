import type { FavouriteLists } from '@holdall/contract/users';
import { favouriteLimit } from '@holdall/contract/listings';
import type { Db, Trx } from '#db/database.ts';
import { type WithTreeLock, listTrashed, resolveItems } from '#features/files/index.ts';
import { originOf, type UserActor } from '#lib/actor.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { tooMany, unknownFavourite } from './favourites.errors.ts';
import {
  deleteFavourite,
  insertFavourites,
  listFavourites,
  listTypes,
  orderFavourites,
} from './favourites.repo.ts';

export interface FavouritesService {
  /** Lists favourites in the user's own order; those in the trash are left out, and return when they are restored. */
  list(actor: UserActor): Promise<FavouriteLists>;
  /** Appends folders and files that are no favourites yet. @throws item.not_found, favourite.too_many */
  add(actor: UserActor, ids: readonly string[]): Promise<FavouriteLists>;
  /** Moves these to the front, in this order. @throws item.not_found if one is no favourite */
  order(actor: UserActor, ids: readonly string[]): Promise<FavouriteLists>;
  /** @throws item.not_found if it is no favourite */
  remove(actor: UserActor, id: string): Promise<FavouriteLists>;
}

export interface FavouritesDeps {
  readonly db: Db;
  readonly events: Events;
  readonly withTreeLock: WithTreeLock;
}

const visible = async (db: Db, actor: UserActor): Promise<FavouriteLists> => {
  const rows = (await listFavourites(db, actor.id)).filter((row) => row.owner_id === actor.id);
  if (rows.length === 0) return { data: [], items: [] };
  const putAway = await listTrashed(
    db,
    rows.map((row) => row.id),
  );
  const items = rows.filter((row) => !putAway.has(row.id)).map(({ owner_id: _ownerId, ...item }) => item);
  const folders = items.filter(({ type }) => type === 'folder');
  return { data: folders.map(({ id, name, emoji, color }) => ({ id, name, emoji, color })), items };
};

export const createFavouritesService = ({ db, events, withTreeLock }: FavouritesDeps): FavouritesService => {
  /** Serializes changes, so that two cannot both take the last free position. */
  const change = async (actor: UserActor, work: (trx: Trx) => Promise<void>): Promise<FavouriteLists> => {
    await withTreeLock(actor.id, work);
    events.publish(filesEvent({ ownerId: actor.id, origin: originOf(actor), favourites: true }));
    return visible(db, actor);
  };
  const idsOf = async (trx: Trx, actor: UserActor): Promise<string[]> =>
    (await listFavourites(trx, actor.id)).map((row) => row.id);

  return {
    list: (actor) => visible(db, actor),
    add: (actor, ids) =>
      change(actor, async (trx) => {
        const items = await listTypes(trx, ids);
        if (items.length < new Set(ids).size) throw unknownFavourite();
        await resolveItems(trx, actor, { items, action: 'add' });
        const there = new Set(await idsOf(trx, actor));
        const added = [...new Set(ids)].filter((id) => !there.has(id));
        if (there.size + added.length > favouriteLimit) throw tooMany();
        // Closes gaps first, so that a position never exceeds the number of favourites allowed.
        await orderFavourites(trx, actor.id, [...there]);
        if (added.length > 0) await insertFavourites(trx, actor.id, { ids: added, position: there.size });
      }),
    order: (actor, ids) =>
      change(actor, async (trx) => {
        const there = await idsOf(trx, actor);
        if (ids.some((id) => !there.includes(id))) throw unknownFavourite();
        await orderFavourites(trx, actor.id, [...new Set([...ids, ...there])]);
      }),
    remove: (actor, id) =>
      change(actor, async (trx) => {
        if (!(await deleteFavourite(trx, actor.id, id))) throw unknownFavourite();
      }),
  };
};
