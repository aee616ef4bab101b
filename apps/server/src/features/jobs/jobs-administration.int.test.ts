import type { Job } from '@holdall/contract/admin-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobState } from '#db/tables/jobs.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';

let server: TestApp;
let cookie: string;
beforeEach(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
});
afterEach(() => server.close());

interface Answer {
  readonly status: number;
  readonly data: Job[];
  readonly meta: { total: number; counts: { kind: string; state: JobState; count: number }[] };
  readonly code?: string;
  readonly retried?: number;
}
const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Answer> => {
  const answer = await server.app.inject({
    method,
    url: `/api/admin/server/jobs${url}`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) } as Answer;
};

let made = 0;
const plantedAt = Date.UTC(2024, 1, 29, 12);
/** Inserts a job in some state, with a payload that must not be shown. */
const plant = async (
  kind: string,
  state: JobState,
  more: { key?: string; error?: string } = {},
): Promise<string> => {
  made += 1;
  const id = `01900000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  await server.parts.db
    .insertInto('jobs')
    .values({
      id,
      kind,
      state,
      payload: '{"sealed":"a secret"}',
      dedupe_key: more.key ?? null,
      run_at: plantedAt + 1_000,
      attempts: state === 'dead' ? 5 : 0,
      max_attempts: 5,
      created_at: plantedAt,
      last_error: more.error ?? null,
      finished_at: state === 'dead' || state === 'done' ? plantedAt : null,
      ...(state === 'running' ? { claimed_by: 'elsewhere:1', lease_until: plantedAt + 90_000 } : {}),
    })
    .execute();
  return id;
};
const idsOf = ({ data }: Answer): string[] => data.map(({ id }) => id);
const stateOf = async (id: string) =>
  (await server.parts.db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst())?.state;

test('jobs are listed by kind and state, the latest first, page by page, without their payloads', async () => {
  const mails = [];
  for (let index = 0; index < 7; index += 1) mails.push(await plant('mail', 'dead', { error: 'refused' }));
  const waiting = await plant('mail', 'waiting');
  const running = await plant('purge', 'running');
  const done = await plant('metering', 'done');

  const all = await call('GET', '?limit=4');
  expect(all.status).toBe(200);
  expect(idsOf(all)).toEqual([done, running, waiting, mails[6]]);
  expect(all.meta).toEqual({
    total: 10,
    offset: 0,
    limit: 4,
    counts: [
      { kind: 'mail', state: 'dead', count: 7 },
      { kind: 'mail', state: 'waiting', count: 1 },
      { kind: 'metering', state: 'done', count: 1 },
      { kind: 'purge', state: 'running', count: 1 },
    ],
  });
  const dead = await call('GET', '?state=dead&kind=mail&offset=5&limit=5');
  expect(idsOf(dead)).toEqual([mails[1], mails[0]]);
  expect(dead.meta.total).toBe(7);
  const at = '2024-02-29T12:00:00.000Z';
  expect(dead.data[0]?.attributes).toEqual({
    kind: 'mail',
    state: 'dead',
    attempts: 5,
    max_attempts: 5,
    created_at: at,
    run_at: '2024-02-29T12:00:01.000Z',
    finished_at: at,
    last_error: 'refused',
    mail: null,
  });
  expect(idsOf(await call('GET', '?kind=mail&limit=3'))).toEqual([waiting, mails[6], mails[5]]);
  expect(idsOf(await call('GET', '?kind=mail&limit=3&offset=2'))).toEqual([mails[5], mails[4], mails[3]]);
  expect(idsOf(await call('GET', '?state=running'))).toEqual([running]);
  expect(await call('GET', '?state=waiting&kind=purge')).toMatchObject({ data: [], meta: { total: 0 } });
  expect(JSON.stringify([all, dead])).not.toContain('secret');
});

test('a job that was given up is retried, and that is recorded', async () => {
  const seen: unknown[] = [];
  server.services.jobs.handle('known', { run: async (payload) => void seen.push(payload) });
  const id = await plant('known', 'dead');
  server.services.jobs.start();
  expect((await call('POST', `/${id}/retry`)).status).toBe(204);
  await eventually(async () => expect(await stateOf(id)).toBe('done'));
  expect(seen).toEqual([{ sealed: 'a secret' }]);
  expect(await call('POST', `/${id}/retry`)).toMatchObject({ status: 404, code: 'job.not_found' });
  const unknown = '01900000-0000-7000-8000-ffffffffffff';
  expect(await call('POST', `/${unknown}/retry`)).toMatchObject({ status: 404, code: 'job.not_found' });
  const { entries } = await server.services.activity.listAll({ kind: 'job.retried', limit: 10 });
  expect(entries.map(({ details }) => JSON.parse(details) as unknown)).toEqual([{ kind: 'known', count: 1 }]);
});

test('all given-up jobs of a kind are retried, one of each key and none that has an open one', async () => {
  const [one, other] = [await plant('mail', 'dead'), await plant('mail', 'dead')];
  const [old, late] = [await plant('mail', 'dead', { key: 'k' }), await plant('mail', 'dead', { key: 'k' })];
  const [replaced, open] = [
    await plant('mail', 'dead', { key: 'open' }),
    await plant('mail', 'waiting', { key: 'open' }),
  ];
  const elsewhere = await plant('purge', 'dead', { key: 'k' });
  expect(await call('POST', '/retry', { kind: 'mail' })).toMatchObject({ status: 200, retried: 3 });
  const states = await Promise.all([one, other, old, late, replaced, open, elsewhere].map(stateOf));
  expect(states).toEqual(['waiting', 'waiting', undefined, 'waiting', undefined, 'waiting', 'dead']);
  expect(await call('POST', '/retry', { kind: 'mail' })).toMatchObject({ status: 200, retried: 0 });
  const { entries } = await server.services.activity.listAll({ kind: 'job.retried', limit: 10 });
  expect(entries.map(({ details }) => JSON.parse(details) as unknown)).toEqual([{ kind: 'mail', count: 3 }]);
});

test('retrying a job whose key has a waiting one removes it', async () => {
  const [dead, open] = [
    await plant('purge', 'dead', { key: 'k' }),
    await plant('purge', 'waiting', { key: 'k' }),
  ];
  expect((await call('POST', `/${dead}/retry`)).status).toBe(204);
  expect([await stateOf(dead), await stateOf(open)]).toEqual([undefined, 'waiting']);
});

test('only a job that was given up can be dismissed, once, and it is recorded', async () => {
  const dead = await plant('mail', 'dead');
  const waiting = await plant('mail', 'waiting');
  expect((await call('DELETE', `/${dead}`)).status).toBe(204);
  expect((await call('DELETE', `/${dead}`)).code).toBe('job.not_found');
  expect((await call('DELETE', `/${waiting}`)).status).toBe(404);
  expect(idsOf(await call('GET', '?state=dead'))).toEqual([]);
  expect(idsOf(await call('GET', '?state=waiting'))).toEqual([waiting]);
  const { entries } = await server.services.activity.listAll({ kind: 'job.dismissed', limit: 10 });
  expect(entries).toHaveLength(1);
});

test('a job stays if its dismissal cannot be recorded', async () => {
  const dead = await plant('mail', 'dead');
  vi.spyOn(server.services.activity, 'record').mockRejectedValueOnce(new Error('the process ends here'));
  expect((await call('DELETE', `/${dead}`)).status).toBe(500);
  expect(await stateOf(dead)).toBe('dead');
});

test('a mail’s label shows its template and its masked recipient', async () => {
  const { db } = server.parts;
  await server.services.mail.send(db, {
    template: 'password_changed',
    to: 'ada@example.com',
    values: {},
  });
  const { data } = await call('GET', '');
  expect(data.map(({ attributes }) => attributes.mail)).toEqual([
    { template: 'password_changed', to: 'a…@example.com' },
  ]);
});
