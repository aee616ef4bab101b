import { once } from 'node:events';
import { connect } from 'node:net';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchAnswerType, batchLimits, batchType } from '@holdall/contract/upload-batch.limits';
import type { Problem } from '@holdall/contract/error-codes';
import type { Item } from '@holdall/contract/files';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BatchedFile, batchAnswersOf, batchOf } from '#testing/batch-of.ts';
import { testEmail } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { sha256 } from '#testing/upload-client.ts';
import { problemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, clientOf, origin, cookie, staged } = useUploads();
const { setCapacity } = storageRecordOf(server);

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin()}/api/upload/batch`, {
    method: 'POST',
    headers: { cookie: cookie(), 'content-type': batchType, ...headers },
    body,
  });
const send = async (...files: readonly BatchedFile[]): Promise<BatchAnswer[]> => {
  const answer = await post(batchOf(...files));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(batchAnswerType);
  return batchAnswersOf(await answer.text());
};
const itemsOf = (answers: readonly BatchAnswer[]): Item[] =>
  answers.flatMap((answer) => ('data' in answer ? [{ data: answer.data }] : []));
const file = (name: string, bytes = name): BatchedFile => ({ name, bytes });

describe('a batch', () => {
  it('stores each file where it belongs, and answers it', async () => {
    const answers = await send(
      { ...file('a.txt'), path: 'Trip/Rome/a.txt', last_modified: 1_000 },
      { ...file('b.txt', ''), path: 'Trip/' },
      file('c.bin', '\n{"name":"d"}\n'),
    );
    expect(answers).toMatchObject([
      {
        index: 0,
        status: 201,
        data: { attributes: { name: 'a.txt', modified_at: '1970-01-01T00:00:01.000Z' } },
      },
      { index: 1, status: 201, data: { attributes: { name: 'b.txt', size: 0 } } },
      { index: 2, status: 201, data: { attributes: { name: 'c.bin', parent_id: null } } },
    ]);
    const sums = ['a.txt', '', '\n{"name":"d"}\n'].map((bytes) => sha256(Buffer.from(bytes)));
    expect(answers.map((answer) => ('etag' in answer ? answer.etag : ''))).toEqual(
      sums.map((sum) => `"${sum}"`),
    );
    expect(await Promise.all(itemsOf(answers).map((item) => client.downloadedSha256(item)))).toEqual(sums);
    expect(await client.names()).toEqual(['Trip', 'c.bin']);
    expect(await staged()).toEqual([]);
  });

  it('of 500 files stores all but the one that is refused while it is recorded with others', async () => {
    // The name is free until the file before it is recorded.
    const files = Array.from({ length: 500 }, (_, index) =>
      index === 249 ? { ...file('248.txt', 'other'), on_conflict: 'refuse' as const } : file(`${index}.txt`),
    );
    const answers = await send(...files);
    expect(answers.map(({ index, status }) => [index, status])).toEqual(
      files.map((_, index) => [index, index === 249 ? 409 : 201]),
    );
    const names = new Set(itemsOf(answers).map(({ data }) => data.attributes.name));
    expect(names).toEqual(new Set(files.map(({ name }) => name)));
  });

  it('goes on after files that are refused, each of which has an answer of its own', async () => {
    await saveSettings(server, { mimetypes_blacklist: ['exe'], upload_limit: 20 });
    const [there] = itemsOf(await send(file('there.txt')));
    const foreign = await (await clientOf('eve@example.com')).folder('hers');
    const answers = await send(
      file('first.txt'),
      file('virus.exe'),
      { ...file('there.txt', 'other'), on_conflict: 'refuse' },
      file('long.txt', 'x'.repeat(200_000)),
      { ...file('lost.txt'), parent_id: there?.data.id ?? '' },
      { ...file('odd.txt'), last_modified: 0 },
      { ...file('hers.txt'), parent_id: foreign.data.id },
      file('nul\0.txt'),
      { ...file('there.txt', 'newer'), on_conflict: 'replace' },
      file('last.txt'),
    );
    expect(answers).toMatchObject([
      { status: 201 },
      { index: 1, status: 422, code: 'upload.blocked_type' },
      { index: 2, status: 409, code: 'item.name_taken', existing: { id: there?.data.id } },
      { index: 3, status: 413, code: 'upload.over_limit' },
      { index: 4, status: 422, code: 'item.parent_is_file' },
      { index: 5, status: 422, code: 'request.invalid', errors: { last_modified: [expect.any(String)] } },
      { index: 6, status: 404, code: 'item.not_found' },
      { index: 7, status: 422, code: 'request.invalid', errors: { name: [expect.any(String)] } },
      { index: 8, status: 201, data: { id: there?.data.id } },
      { index: 9, status: 201 },
    ]);
    expect(await client.names()).toEqual(['first.txt', 'last.txt', 'there.txt']);
    expect(await server.services.usage.verifyUsage()).toEqual([]);
  });

  it('fills an account as far as it goes', async () => {
    await saveSettings(server, { subscription_type: 'fixed' });
    await setCapacity(10);
    const answers = await send(file('a', '12345'), file('b', '123456'), file('c', '1234'), file('d', '12'));
    expect(answers.map(({ status }) => status)).toEqual([201, 423, 201, 423]);
    expect(await server.services.usage.verifyUsage()).toEqual([]);
  });

  it('that breaks off is continued after the last file that was answered', async () => {
    const named = (name: string): BatchedFile => ({ ...file(name), upload_id: `batch-${name}` });
    const whole = batchOf(named('a.txt'), named('b.txt'), named('c.txt'));
    const socket = client.open(
      `POST /api/upload/batch HTTP/1.1\r\nContent-Type: ${batchType}\r\nContent-Length: ${whole.length}`,
    );
    let answered = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (answered += piece));
    socket.write(whole.slice(0, -3));
    await eventually(async () => expect(answered).toContain('"index":1'));
    socket.destroy();
    await server.services.uploads.settled();
    expect(await client.names()).toEqual(['a.txt', 'b.txt']);
    // The answer of the second may have been lost.
    const answers = await send(named('b.txt'), named('c.txt'));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await client.names()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await staged()).toEqual([]);
  });

  it('ends with its connection, whatever has come already', async () => {
    const whole = batchOf(...Array.from({ length: 400 }, (_, at) => file(`${at}`)));
    const socket = client.open(
      `POST /api/upload/batch HTTP/1.1\r\nContent-Type: ${batchType}\r\nContent-Length: ${whole.length}`,
    );
    socket.write(whole);
    await once(socket, 'data');
    socket.destroy();
    await eventually(async () =>
      expect(server.logged).toContainEqual(expect.objectContaining({ msg: 'batch broke off' })),
    );
    const { total } = (await client.listing()).meta;
    expect(total).toBeLessThan(400);
  });

  it('answers a record that is sent again as the first time, and another of its upload’s name with a refusal', async () => {
    const record = { ...file('a.txt'), upload_id: 'the same for all', on_conflict: 'rename' as const };
    const answers = await send(record, record, { ...record, bytes: 'other' }, { ...record, name: 'b.txt' });
    const mismatch = { status: 409, code: 'upload.mismatch' };
    expect(answers).toMatchObject([{ status: 201 }, { status: 201 }, mismatch, mismatch]);
    const [first, again] = itemsOf(answers);
    expect(again).toEqual(first);
    expect(await client.names()).toEqual(['a.txt']);
  });

  it('tells its end where the last file is not whole, or has no whole line', async () => {
    const cut = batchOf(file('a.txt'), file('b.txt')).slice(0, -1);
    const incomplete = { index: 1, status: 400, code: 'upload.incomplete' };
    expect(batchAnswersOf(await (await post(cut)).text())).toMatchObject([{ status: 201 }, incomplete]);
    const line = `${batchOf(file('c.txt'))}{"name":"d.txt","si`;
    const malformed = { index: 1, status: 400, code: 'request.malformed' };
    expect(batchAnswersOf(await (await post(line)).text())).toMatchObject([{ status: 201 }, malformed]);
    expect(await client.names()).toEqual(['a.txt', 'c.txt']);
    expect(await staged()).toEqual([]);
  });

  it('is not held up by a client that reads its answers late', async () => {
    const files = Array.from({ length: batchLimits.records }, (_, at) =>
      file(`${at} ${'long '.repeat(40)}.txt`),
    );
    const whole = batchOf(...files);
    const socket = client.open(
      `POST /api/upload/batch HTTP/1.1\r\nContent-Type: ${batchType}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(whole)}`,
    );
    socket.pause();
    socket.write(whole);
    await eventually(async () => {
      const { total } = await server.parts.db
        .selectFrom('items')
        .select(({ fn }) => fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow();
      expect(Number(total)).toBe(batchLimits.records);
    });
    const text = await new Promise<string>((resolve) => {
      let read = '';
      socket.setEncoding('utf8').on('data', (piece: string) => (read += piece));
      socket.on('close', () => resolve(read));
      socket.resume();
    });
    expect(text.match(/"status":201/g)).toHaveLength(batchLimits.records);
  });
});

describe('a batch that goes on for longer than its sender may', () => {
  /** Sends a batch piece by piece. */
  const begin = (path: string, cookies: string) => {
    const { hostname, port, host } = new URL(origin());
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookies}\r\nContent-Type: ${batchType}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const next = async (record: BatchedFile): Promise<BatchAnswer | undefined> => {
      const before = text.length;
      const body = batchOf(record);
      socket.write(`${body.length.toString(16)}\r\n${body}\r\n`);
      await eventually(async () => expect(text.slice(before)).toMatch(/\{.*\}\n/u));
      return batchAnswersOf(/\{.*\}\n/u.exec(text.slice(before))?.[0] ?? '')[0];
    };
    return { next, closed: once(socket, 'close') };
  };

  it('stores nothing more where the account is suspended', async () => {
    await server.addUser('eve@example.com');
    const { next } = begin('/api/upload/batch', await server.signIn('eve@example.com'));
    expect(await next(file('first.txt'))).toMatchObject({ status: 201 });
    const eve = server.parts.db.updateTable('users').where('email', '=', 'eve@example.com');
    await eve.set({ status: 'suspended' }).execute();
    for (const name of ['more.txt', 'and more.txt'])
      expect(await next(file(name))).toMatchObject({ status: 401, code: 'session.required' });
    const files = await server.parts.db.selectFrom('items').select('name').execute();
    expect(files).toEqual([{ name: 'first.txt' }]);
  });

  it('is cut off where the link has ended', async () => {
    const ada = await createTreeClient(server, testEmail);
    const token = await shareOf(ada, await ada.folder('shared'), { permission: 'editor' });
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const { next, closed } = begin(`/api/editor/upload/${token}/batch`, guest.cookie);
    expect(await next(file('first.txt'))).toMatchObject({ status: 201 });
    await revoke(ada, token);
    await closed;
  });
});

describe('a body that is no batch', () => {
  const faults: readonly [what: string, after: string, fault: Partial<Problem>][] = [
    ['a line that is no JSON', 'name=b.txt\n', { status: 400, code: 'request.malformed' }],
    ['a line that is too long', `{"name":"${'x'.repeat(40_000)}","size":0}\n`, { status: 400 }],
    [
      'a line without a size',
      '{"name":"b.txt"}\n',
      { status: 422, errors: { size: [expect.any(String)] as never } },
    ],
    ['a size that no batch can have', '{"name":"b.txt","size":99999999}\n', { status: 422 }],
    ['a list', '[]\n', { status: 422, code: 'request.invalid' }],
  ];
  it.each(faults)('ends with an answer at %s, and keeps what came before', async (_what, after, fault) => {
    const answer = await post(`${batchOf(file('a.txt'))}${after}{"name":"c.txt","size":0}\n`);
    const answers = batchAnswersOf(await answer.text());
    expect(answers).toMatchObject([{ status: 201 }, { index: 1, ...fault }]);
    expect(answers).toHaveLength(2);
    expect(await client.names()).toEqual(['a.txt']);
  });

  it('ends with an answer at a size that is none', async () => {
    for (const size of ['"1"', '-1', '1.5', '9007199254740992', '1e999', 'null']) {
      const answer = await post(`{"name":"b.txt","size":${size}}\nx`);
      const answers = batchAnswersOf(await answer.text());
      expect(answers).toMatchObject([{ status: 422, code: 'request.invalid' }]);
      expect(answers[0]).toHaveProperty('errors.size');
    }
    expect(await client.names()).toEqual([]);
  });

  it('ends with an answer at a line that is no UTF-8, whose name would be another', async () => {
    const answer = await post(Buffer.from('{"name":"caf\u00e9.txt","size":0}\n', 'latin1'));
    expect(batchAnswersOf(await answer.text())).toMatchObject([{ status: 400, code: 'request.malformed' }]);
    expect(await client.names()).toEqual([]);
  });

  it('is refused at the file with which it has too many, or too much', async () => {
    const many = Array.from({ length: batchLimits.records + 1 }, (_, at) => ({
      ...file(`${at}`, ''),
      on_conflict: 'refuse' as const,
      last_modified: 0,
    }));
    const counted = batchAnswersOf(await (await post(batchOf(...many))).text());
    expect(counted).toHaveLength(batchLimits.records + 1);
    expect(counted.at(-1)).toMatchObject({ status: 413, code: 'request.too_large' });
    // Without a length nothing is known beforehand.
    const half = 'x'.repeat(batchLimits.bytes / 2);
    const socket = client.open(
      `POST /api/upload/batch HTTP/1.1\r\nContent-Type: ${batchType}\r\nConnection: close\r\nTransfer-Encoding: chunked`,
    );
    const text = new Promise<string>((resolve) => {
      let read = '';
      socket.setEncoding('utf8').on('data', (piece: string) => (read += piece));
      socket.on('close', () => resolve(read));
    });
    for (const name of ['a', 'b']) {
      const piece = batchOf(file(name, half));
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    }
    socket.write('0\r\n\r\n');
    expect(await text).toMatch(
      /"index":0,"status":201[\s\S]*"index":1,"status":413,"code":"request.too_large"/,
    );
    expect(await client.names()).toEqual(['a']);
  });

  it('is refused before its bytes are read', async () => {
    expect(await problemOf(await post('x', { 'content-type': 'text/plain' }))).toMatchObject({
      code: 'request.unsupported_type',
    });
    const socket = client.open(
      `POST /api/upload/batch HTTP/1.1\r\nContent-Type: ${batchType}\r\nConnection: close\r\nContent-Length: ${batchLimits.bytes + 1}`,
    );
    const text = await new Promise<string>((resolve) => {
      socket.setEncoding('utf8').once('data', resolve);
    });
    socket.destroy();
    expect(text).toMatch(/^HTTP\/1\.1 413/);
  });
});
