/** Inserts signed-in users into the database of a stopped server. */
import { createHash, randomBytes } from 'node:crypto';
import { createId } from '../../apps/server/src/ports/ids.ts';
import { activeStoreOf } from '../../apps/server/src/testing/active-store.ts';
import { openPlace, type Place } from './holdall.ts';
import { plantFiles, plantFolder } from './plant.ts';

const day = 86_400_000;

export interface PlantedUser {
  /** The cookie of the user's browser. */
  readonly cookie: string;
  /** A folder with the requested number of files. */
  readonly folder: string;
}

/** @param files that each of them has in one folder; they can be listed and not be opened */
export const plantUsers = async (
  place: Place,
  { count, files }: { readonly count: number; readonly files: readonly string[] },
): Promise<PlantedUser[]> => {
  const db = openPlace(place);
  try {
    const { id: model, ...admin } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    const settings = await db
      .selectFrom('user_settings')
      .selectAll()
      .where('user_id', '=', model)
      .executeTakeFirstOrThrow();
    const now = Date.now();
    const blob = { id: createId(now), key: 'not-there', size: 0, sha256: '0'.repeat(64), crc32: 0 };
    const store = await activeStoreOf(db);
    await db
      .insertInto('blobs')
      .values({ ...blob, store_id: store, created_at: now })
      .execute();
    const users: PlantedUser[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = createId(now);
      const email = `user-${index}@example.com`;
      const token = randomBytes(32).toString('base64url');
      await db
        .insertInto('users')
        .values({ ...admin, id, email, email_key: email, role: 'user' })
        .execute();
      await db
        .insertInto('user_settings')
        .values({ ...settings, user_id: id })
        .execute();
      await db.insertInto('user_storage').values({ user_id: id }).execute();
      await db
        .insertInto('sessions')
        .values({
          token_hash: createHash('sha256').update(token).digest('hex'),
          user_id: id,
          remember: 1,
          created_at: now,
          last_seen_at: now,
          expires_at: now + day,
          address: '127.0.0.1',
          user_agent: 'bench',
        })
        .execute();
      const context = { db, ownerId: id };
      const folder = await plantFolder(context, { name: 'Documents', parentId: null });
      await plantFiles(
        context,
        folder,
        files.map((name) => ({ name, id: blob.id, size: 0 })),
      );
      users.push({ cookie: `holdall=${token}`, folder });
    }
    return users;
  } finally {
    await db.destroy();
  }
};
