import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemRef } from '@holdall/contract/selections';
import { inTransaction } from '#db/in-transaction.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { type PlantedVersion, plantVersions } from '#testing/plant-versions.ts';
import { useTree } from '#testing/use-tree.ts';
import { queriesOf } from '#testing/watch-queries.ts';
import { dropVersions } from './remove-versions.ts';

const { server, ada, newcomer, signInAgain } = useTree();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let file: ItemRef;
beforeEach(async () => {
  file = await ada.upload('report.txt', 'now');
});

const thin = (signal = new AbortController().signal): Promise<void> => server.services.versions.thin(signal);
const left = async (item = file): Promise<string[]> => {
  const rows = await server.parts.db
    .selectFrom('item_versions')
    .select('id')
    .where('item_id', '=', item.id)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};
/** Versions that were saved one after the other; every file claims to be of the same wrong time. */
const saves = (times: readonly number[]): PlantedVersion[] =>
  times
    .slice(0, -1)
    .map((storedAt, index) => ({ storedAt, replacedAt: times[index + 1] ?? storedAt, modifiedAt: 1 }));
const usage = async (): Promise<number> => {
  const { db } = server.parts;
  return (
    await db
      .selectFrom('user_storage')
      .select('used')
      .where('user_id', '=', ada.userId)
      .executeTakeFirstOrThrow()
  ).used;
};

it('leaves what the rule says of a year of saves, whatever times the files claim', async () => {
  const contents = [{ text: 'now', at: server.clock.now() }];
  const save = async (gap: number): Promise<void> => {
    server.clock.advance(gap);
    if (gap > hour) await signInAgain();
    const [index, now] = [contents.length, server.clock.now()];
    const times = [1, Date.UTC(9999, 11, 31), now - 2 * index * day];
    const text = `content ${index}`;
    await ada.upload('report.txt', text, `on_conflict=replace&last_modified=${times[index % 3]}`);
    contents.push({ text, at: now });
    await thin();
  };
  for (let week = 0; week < 56; week += 1) {
    await save(6 * day);
    if (week % 5 === 0) await save(20 * minute);
    server.clock.advance(day);
  }
  for (let index = 0; index < 5; index += 1)
    for (const gap of [6 * day, day, 5 * hour, 10 * minute]) await save(gap);
  for (const gap of [5 * hour, 40 * minute, 15 * minute, 15 * minute, 10 * minute]) await save(gap);
  const now = server.clock.now();
  // In other words than the server’s: of each period the last one stays, and the periods depend on the age.
  const periodOf = (age: number): number =>
    age < hour ? 1 : age < day ? hour : age < 30 * day ? day : 7 * day;
  const versions = contents
    .slice(0, -1)
    .map((content, index) => ({ ...content, age: now - (contents[index + 1]?.at ?? now) }));
  const staying = versions.filter(({ at, age }, index) => {
    const ofPeriod = (time: number): number => Math.floor(time / periodOf(age));
    const isLast = versions.slice(index + 1).every((newer) => ofPeriod(newer.at) !== ofPeriod(at));
    return isLast && age < 365 * day;
  });
  const headers = { cookie: await server.signIn() };
  const textAt = async (url: string): Promise<string> => (await server.app.inject({ url, headers })).body;
  const paths = (await left()).map((id) => `/api/items/${file.id}/versions/${id}/content`);
  expect(await Promise.all(paths.map(textAt))).toEqual(staying.map(({ text }) => text));
  const current = contents.at(-1)?.text ?? '';
  expect(await textAt(`/api/files/${file.id}/content`)).toBe(current);
  expect(await usage()).toBe([...staying.map(({ text }) => text), current].join('').length);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
}, 60_000);

describe('thinning', () => {
  it('takes versions by the server’s times, returns their quota, and leaves pinned ones and the current content', async () => {
    const full = Math.floor(server.clock.now() / day) * day;
    const times = Array.from({ length: 13 }, (_, index) => full + index * 5 * minute);
    const versions = saves(times).map((version, index) =>
      index === 3 ? { ...version, label: '' } : version,
    );
    const ids = await plantVersions(server, file, versions);
    const before = await usage();
    server.clock.advance(full + 2 * hour + 10 * minute - server.clock.now());
    await thin();
    expect(await left()).toEqual([ids[3], ids.at(-1)]);
    expect(await usage()).toBe(before - 10);
    const marked = await server.parts.db
      .selectFrom('blobs')
      .select('id')
      .where('unreferenced_at', 'is not', null)
      .execute();
    expect(marked).toHaveLength(10);
    const headers = { cookie: await server.signIn() };
    const answer = await server.app.inject({ url: `/api/files/${file.id}/content`, headers });
    expect(answer.body).toBe('now');
  });

  it('is what the list announces', async () => {
    const full = Math.floor(server.clock.now() / hour) * hour;
    await plantVersions(server, file, saves([full, full + minute, full + 2 * minute, full + 61 * minute]));
    const listed = (await ada.call('GET', `/api/items/${file.id}/versions`)) as unknown as {
      data: { id: string; expires_at: string }[];
    };
    const times = listed.data.map(({ expires_at: at }) => Date.parse(at) - full);
    expect(times).toEqual([61 * minute + 365 * day, 2 * minute + hour, minute + hour]);
    server.clock.advance(full + hour + minute + 1 - server.clock.now());
    await thin();
    expect(await left()).toEqual(
      listed.data
        .slice(0, 2)
        .map(({ id }) => id)
        .toReversed(),
    );
  });

  it('continues after it was ended, over several accounts', async () => {
    const eve = await newcomer('eve');
    const hers = await eve.upload('hers.txt', 'x');
    const old = Array.from({ length: 1_201 }, (_, index) => server.clock.now() - 400 * day + index);
    await plantVersions(server, file, saves(old));
    await plantVersions(server, hers, saves(old.slice(0, 11)));
    const ended = new AbortController();
    ended.abort();
    await expect(thin(ended.signal)).rejects.toThrow();
    expect(await left()).toHaveLength(700);
    await thin();
    expect([await left(), await left(hers)]).toEqual([[], []]);
  });

  it('takes 1,000 versions of one file by a few statements', async () => {
    const old = Array.from({ length: 1_001 }, (_, index) => server.clock.now() - 400 * day + index);
    await plantVersions(server, file, saves(old));
    const queries = await queriesOf(() => thin());
    expect(await left()).toEqual([]);
    expect(queries.length).toBeLessThan(20);
  });

  it('leaves a version that was pinned after it had been chosen', async () => {
    const [pinned = '', other = ''] = await plantVersions(server, file, [{ label: '' }, {}]);
    const removal = { ownerId: ada.userId, now: server.clock.now(), ids: [pinned, other] };
    const { usage: usages } = server.services;
    const dropped = inTransaction(server.parts.db, (trx) => dropVersions(trx, { usage: usages }, removal));
    expect(await dropped).toBe(1);
    expect(await left()).toEqual([pinned]);
  });

  it('follows the settings at once: by age, and by number', async () => {
    const now = server.clock.now();
    const ids = await plantVersions(
      server,
      file,
      saves([9, 8, 7, 6, 5, 4, 3, 2, 1].map((age) => now - age * day)),
    );
    await saveSettings(server, { versions_thinning: 'days', versions_days: 6 });
    await thin();
    expect(await left()).toEqual(ids.slice(3));
    await saveSettings(server, { versions_thinning: 'count', versions_count: 2 });
    await thin();
    expect(await left()).toEqual(ids.slice(-2));
  });
});
