import { mailedAtOnce } from '@holdall/contract/link-limits';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { revoke, shareOf } from '#testing/guest-client.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { testPublicAddress } from '#testing/test-outbound.ts';
import { type Answer, createTreeClient, type TreeClient } from '#testing/tree-client.ts';

const minute = 60_000;
let isAway: boolean;
let mails: TestMailServer;
let server: TestApp;
let ada: TreeClient;
let folder: ItemRef;
beforeEach(async () => {
  isAway = false;
  mails = await createMailServer({ refuse: () => (isAway ? 451 : undefined) });
  server = await createTestApp({ mail: mails.url });
  ada = await createTreeClient(server, testEmail);
  folder = await ada.folder('Plans');
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

const people = (count: number, name = 'person'): string[] =>
  Array.from({ length: count }, (_person, index) => `${name}${index}@example.org`);
const mailTo = (token: string, emails: unknown, more: object = {}): Promise<Answer> =>
  ada.call('POST', `/api/share/${token}/email`, { emails, ...more });
const delivered = () => jobsDone(server, 'mail');
const recipients = async (): Promise<string[]> =>
  (await mails.mails()).flatMap((mail) => mail.recipients).toSorted();
const linkTo = (token: string): string => `${testPublicAddress}/share/${token}`;
/** Returns the details of log entries of a kind, the latest first; of mails by default. */
const logged = async (wanted = 'share.mailed'): Promise<unknown[]> => {
  const { data } = (await ada.call('GET', '/api/user/activity?group=sharing')) as unknown as {
    data: { attributes: { kind: string; details: unknown } }[];
  };
  return data.flatMap(({ attributes: { kind, details } }) => (kind === wanted ? [details] : []));
};

test('a mail is in the language of its reader’s account, else in that of the sender', async () => {
  const { db } = server.parts;
  const token = await shareOf(ada, folder);
  const subjects = async (): Promise<string[]> => {
    await delivered();
    return (await mails.mails()).map(({ recipients: [to], subject }) => `${to}: ${subject}`).toSorted();
  };
  await server.addUser('Bob@example.org');
  await db.updateTable('user_settings').set({ first_name: 'Ada', locale: 'de' }).execute();
  const bob = db.selectFrom('users').select('id').where('email_key', '=', 'bob@example.org');
  await db.updateTable('user_settings').set({ locale: 'sk' }).where('user_id', '=', bob).execute();
  await mailTo(token, ['bob@example.org', 'eve@example.org']);
  expect(await subjects()).toEqual([
    'bob@example.org: Ada s\u00a0vami zdieľa „Plans“',
    'eve@example.org: Ada hat „Plans“ mit Ihnen geteilt',
  ]);
});

test('each person gets their own mail with the public address, the message and the sender’s name', async () => {
  await server.parts.db.updateTable('user_settings').set({ first_name: 'Ada', last_name: 'Byron' }).execute();
  const token = await shareOf(ada, folder);
  const answer = await mailTo(token, ['bob@example.org', 'eve@example.org'], {
    message: 'The plans,\nas promised.',
  });
  expect(answer).toMatchObject({ status: 200, meta: { count: 2 } });
  await delivered();
  expect(await recipients()).toEqual(['bob@example.org', 'eve@example.org']);
  for (const mail of await mails.mails()) {
    expect(mail.recipients).toHaveLength(1);
    expect(mail.subject).toBe('Ada Byron shared “Plans” with you');
    expect(mail.links).toContain(linkTo(token));
    expect(mail.html).toContain(linkTo(token));
    expect(mail.text).toContain('> The plans,\n> as promised.');
    // The reader does not learn the address by which the owner signs in.
    expect(mail.raw).not.toContain(testEmail);
  }
  expect(await logged()).toEqual([{ name: 'Plans', count: 2 }]);
});

test('a link is mailed when it is created, also by an owner without a name', async () => {
  const token = await shareOf(ada, folder, { emails: ['bob@example.org'] });
  await delivered();
  const [mail] = await mails.mails();
  expect(mail).toMatchObject({ recipients: ['bob@example.org'], subject: '“Plans” was shared with you' });
  expect(mail?.links).toContain(linkTo(token));
  expect(await logged()).toEqual([{ name: 'Plans', count: 1 }]);
});

test('the log records whether a request was mailed', async () => {
  const body = { folder_id: folder.id, name: 'Photos' };
  await ada.call('POST', '/api/file-requests', { ...body, email: 'bob@example.org' });
  await ada.call('POST', '/api/file-requests', body);
  await delivered();
  expect(await recipients()).toEqual(['bob@example.org']);
  const facts = await logged('file_request.created');
  expect(facts).toEqual([
    { name: 'Photos', mailed: false },
    { name: 'Photos', mailed: true },
  ]);
});

test('a person who is named twice gets one mail, and counts once', async () => {
  const token = await shareOf(ada, folder);
  const answer = await mailTo(token, ['bob@example.org', 'Bob@example.org', 'bob@example.org']);
  expect(answer).toMatchObject({ status: 200, meta: { count: 1 } });
  await delivered();
  expect(await recipients()).toHaveLength(1);
});

test('the list of people is validated before anything is sent', async () => {
  const token = await shareOf(ada, folder);
  for (const [emails, field, sentence] of [
    [people(mailedAtOnce + 1), 'emails', 'You can send a link to up to 20 people at once.'],
    [[], 'emails', 'Enter an email address.'],
    [['bob@example.org', 'nobody'], 'emails.1', 'Enter a valid email, like name@example.com'],
    [['a@b, c@d'], 'emails.0', 'Enter a valid email, like name@example.com'],
    [[`${'a'.repeat(250)}@example.org`], 'emails.0', 'This email is too long.'],
  ] as const) {
    const said = { status: 422, errors: { [field]: [sentence] } };
    expect(await mailTo(token, emails)).toMatchObject(said);
    const file = await ada.folder('other', folder);
    expect(await ada.call('POST', '/api/share', { ...file, emails })).toMatchObject(said);
    await ada.rename(file, { name: `other ${field}${sentence}` });
  }
  expect(await mailTo(token, ['bob@example.org'], { message: 'x'.repeat(1001) })).toMatchObject({
    status: 422,
    errors: { message: ['A message can have at most 1,000 characters.'] },
  });
  await delivered();
  expect(await recipients()).toEqual([]);
});

test('sixty mails an hour are sent, and a list beyond that is refused as a whole without counting', async () => {
  const token = await shareOf(ada, folder);
  for (const name of ['a', 'b']) expect(await mailTo(token, people(20, name))).toMatchObject({ status: 200 });
  // A list that is refused for another reason does not count.
  expect(await ada.call('POST', '/api/share', { ...folder, emails: people(20, 'x') })).toMatchObject({
    code: 'share.exists',
  });
  expect(await mailTo('a'.repeat(32), people(20, 'y'))).toMatchObject({ code: 'share.not_found' });
  expect(await mailTo(token, people(15, 'c'))).toMatchObject({ status: 200 });
  const inner = await ada.folder('inner', folder);
  for (const refused of [
    await mailTo(token, people(6, 'd')),
    await ada.call('POST', '/api/share', { ...inner, emails: people(6, 'd') }),
  ])
    expect(refused).toMatchObject({ status: 429, code: 'limit.too_many' });
  // No link was created.
  expect((await ada.details(inner)).data.relationships.shared).toBeNull();
  expect(await mailTo(token, people(5, 'e'))).toMatchObject({ status: 200 });
  expect(await mailTo(token, people(1, 'f'))).toMatchObject({ status: 429 });
  await delivered();
  const expected = [...people(20, 'a'), ...people(20, 'b'), ...people(15, 'c'), ...people(5, 'e')];
  expect(await recipients()).toEqual(expected.toSorted());
  server.clock.advance(61 * minute);
  expect(await mailTo(token, people(1, 'f'))).toMatchObject({ status: 200 });
});

test('a mail of a link that has expired meanwhile is not sent', async () => {
  isAway = true;
  const token = await shareOf(ada, folder, { expiration: 1, emails: ['bob@example.org'] });
  await mailTo(token, ['eve@example.org']);
  const failed = server.parts.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'mail')
    .where('last_error', 'is not', null);
  await eventually(async () => expect(await failed.execute()).toHaveLength(2));
  isAway = false;
  server.clock.advance(61 * minute);
  await delivered();
  expect(await recipients()).toEqual([]);
});

test('a mail of a link that was revoked is not sent, whichever comes first', async () => {
  const token = await shareOf(ada, folder);
  const [answer] = await Promise.all([mailTo(token, ['bob@example.org']), revoke(ada, token)]);
  expect([200, 404]).toContain(answer.status);
  expect(await mailTo(token, ['eve@example.org'])).toMatchObject({ status: 404, code: 'share.not_found' });
  await delivered();
  expect(await recipients()).toEqual(answer.status === 200 ? ['bob@example.org'] : []);
});
