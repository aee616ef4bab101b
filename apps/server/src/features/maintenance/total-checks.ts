import { categories } from '@holdall/contract/files';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { forPieces } from '#db/item-set.ts';
import type { Check, CheckReporter } from './doctor.types.ts';
import { countItems, countUsers, eachItemPage, type ItemPage } from './integrity.repo.ts';
import {
  type ItemSums,
  listDrifted,
  listMiscountedFolders,
  listMiscountedUsers,
  listRecorded,
  listUncounted,
  recount,
  recountAccount,
  recountStorage,
  type RecordedSums,
  sumPage,
} from './totals.repo.ts';

/** Accounts that one statement examines. */
const usersAtOnce = 500;

type Sums = Record<keyof ItemSums, number>;
const sumNames = ['files', 'folders', ...categories] as const;
const nothing = (): Sums => ({
  files: 0,
  folders: 0,
  images: 0,
  videos: 0,
  audios: 0,
  documents: 0,
  others: 0,
});

/**
 * Sums up all items by their owner, a page at a time, to report progress and to avoid one long statement. Other
 * servers change items meanwhile, so a difference is only a suspicion.
 *
 * @param onPage examines a page itself
 */
const sumByOwner = async (
  db: Db,
  { expect, advance }: CheckReporter,
  onPage: (page: ItemPage) => Promise<void> = async () => undefined,
): Promise<ReadonlyMap<string, Sums>> => {
  expect((await countItems(db)) + (await countUsers(db)));
  const byOwner = new Map<string, Sums>();
  for await (const page of eachItemPage(db)) {
    for (const { owner_id: owner, ...sums } of await sumPage(db, page)) {
      const known = byOwner.get(owner) ?? nothing();
      for (const name of sumNames) known[name] += sums[name];
      byOwner.set(owner, known);
    }
    await onPage(page);
    advance(page.count);
  }
  return byOwner;
};

interface Search {
  readonly isSuspect: (recorded: RecordedSums) => boolean;
  /** Examines the accounts of a page itself. */
  readonly onRange?: (range: { readonly after: string; readonly last: string }) => Promise<void>;
}

/** Iterates over accounts in pages. @returns those for which `isSuspect` holds */
const findSuspects = async (
  db: Db,
  { advance }: CheckReporter,
  { isSuspect, onRange }: Search,
): Promise<string[]> => {
  const suspects: string[] = [];
  for (let after = ''; ;) {
    const users = await listRecorded(db, after, usersAtOnce);
    const last = users.at(-1)?.id;
    if (last === undefined) return suspects;
    for (const user of users) if (isSuspect(user)) suspects.push(user.id);
    await onRange?.({ after, last });
    advance(users.length);
    after = last;
  }
};

/** Checks the counts of folders and accounts. */
export const checkTotals =
  (db: Db): Check =>
  async (reporter) => {
    const { fault, repairedOne, repair } = reporter;
    const reportFaults = async (places: Awaited<ReturnType<typeof listMiscountedFolders>>): Promise<void> => {
      for (const place of places) {
        fault(`The ${place.kind} ${place.id} miscounts what it holds.`);
        if (!repair) continue;
        await inTransaction(db, (trx) => recount(trx, place));
        repairedOne();
      }
    };
    const sums = await sumByOwner(db, reporter, async (page) =>
      reportFaults(await listMiscountedFolders(db, page)),
    );
    const differs = ({ id, files, folders }: RecordedSums): boolean => {
      const held = sums.get(id) ?? nothing();
      return files !== held.files || folders !== held.folders;
    };
    const suspects = await findSuspects(db, reporter, {
      isSuspect: differs,
      onRange: async (range) => reportFaults(await listMiscountedUsers(db, range)),
    });
    await forPieces(suspects, async (piece) => {
      for (const id of await listUncounted(db, piece)) {
        fault(`The number of items of the account ${id} is not what is recorded.`);
        if (!repair) continue;
        await inTransaction(db, (trx) => recountAccount(trx, id));
        repairedOne();
      }
    });
  };

/** Checks the recorded storage of accounts. */
export const checkStorage =
  (db: Db): Check =>
  async (reporter) => {
    const { fault, repairedOne, repair } = reporter;
    const sums = await sumByOwner(db, reporter);
    const differs = (recorded: RecordedSums): boolean => {
      const held = sums.get(recorded.id) ?? nothing();
      return (
        recorded.is_reserved !== 1 || categories.some((category) => recorded[category] !== held[category])
      );
    };
    await forPieces(await findSuspects(db, reporter, { isSuspect: differs }), async (piece) => {
      for (const id of await listDrifted(db, piece)) {
        fault(`The account ${id} stores something else than is recorded.`);
        if (!repair) continue;
        await inTransaction(db, (trx) => recountStorage(trx, id));
        repairedOne();
      }
    });
  };
