import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { answerOn, type RawAnswer } from '#testing/upload-client.ts';
import { startWizardServer, type WizardServer } from '#testing/wizard-server.ts';

const mebibyte = 1024 * 1024;
const pieces = 256;
/** Unused buffers stay for a while before V8 collects them, some 64 MiB at a time, on top of those in use. */
const mayTake = 160 * mebibyte;

const forms = Object.values(endpoints).filter(({ bodyKind }: Endpoint) => bodyKind === 'form') as Endpoint[];
const ofSetup = forms.filter(({ path }) => path.startsWith('/api/setup/'));
const ofTheApplication = forms.filter((form) => !ofSetup.includes(form));

const field = '--b\r\nContent-Disposition: form-data; name="path"\r\n\r\n';
const file =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="x.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n';

/** Resident memory of a process in bytes: `VmRSS` now, `VmHWM` at its highest. */
const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(String.raw`^${name}:\s*(\d+)`, 'm').exec(status)?.[1]) * 1024;
};

interface Sending {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Flood {
  readonly head: string;
  readonly says: 'its length' | 'no length';
}

/** Sends a form that begins with `head` and goes on for 256 MiB. */
const flood = async (
  { origin, headers }: Sending,
  { method, path }: { readonly method: string; readonly path: string },
  { head, says }: Flood,
): Promise<RawAnswer> => {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const answer = answerOn(socket);
  const piece = 'x'.repeat(mebibyte);
  const isChunked = says === 'no length';
  const all = {
    host,
    'content-type': 'multipart/form-data; boundary=b',
    ...(isChunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': `${head.length + pieces * piece.length}` }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const write = async (bytes: string): Promise<void> => {
    const piece = isChunked ? `${bytes.length.toString(16)}\r\n${bytes}\r\n` : bytes;
    if (!socket.write(piece) && !socket.destroyed)
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  };
  await write(head);
  for (let count = 0; count < pieces && !socket.destroyed; count += 1) await write(piece);
  if (isChunked) socket.write('0\r\n\r\n');
  const answered = await answer;
  socket.destroy();
  return answered;
};

const floods = [
  ['a field and its length', { head: field, says: 'its length' }],
  ['a field and no length', { head: field, says: 'no length' }],
  ['a preamble and its length', { head: 'x', says: 'its length' }],
  ['a preamble and no length', { head: 'x', says: 'no length' }],
  ['headers of a part and no length', { head: '--b\r\nx-long: ', says: 'no length' }],
  ['a field behind the file and no length', { head: file + field, says: 'no length' }],
] as const;

describe.runIf(process.platform === 'linux')('256 MiB', () => {
  let dataDir: string;
  let server: WizardServer;
  let sending: Sending;
  let userId = '';
  const tokens: Record<string, string> = {};

  const begin = async (env: Readonly<Record<string, string>>): Promise<void> => {
    dataDir = await mkdtemp(join(tmpdir(), 'holdall-forms-'));
    server = await startWizardServer(dataDir, { HOLDALL_LOG_LEVEL: 'error', ...env });
  };
  const end = async (): Promise<void> => {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  };
  const send = async ({ method, path: template }: Endpoint, how: Flood) => {
    const path = template
      .replace('{token}', tokens[template.split('/')[2] ?? ''] ?? '')
      .replace('{id}', userId);
    const pid = server.spawned.process.pid ?? 0;
    const before = memoryOf(pid, 'VmRSS');
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const { status } = await flood(sending, { method, path }, how);
    return { status, grown: memoryOf(pid, 'VmHWM') - before };
  };
  const refuseFloods = (endpointsOfForms: readonly Endpoint[]): void => {
    describe.each(endpointsOfForms.map((form) => ({ ...form, form })))('$method $path', ({ form }) => {
      it.each(floods)(
        'as %s are refused and not kept',
        async (_, how) => {
          const { status, grown } = await send(form, how);
          // Images are counted, too: ten a minute.
          expect(how.head.startsWith(file) ? [413, 422, 429] : [413]).toContain(status);
          expect(grown).toBeLessThan(mayTake);
        },
        60_000,
      );
    });
  };

  describe('to the application', () => {
    beforeAll(async () => {
      const [email, password] = ['ada@example.com', 'correct horse battery'];
      await begin({ HOLDALL_ADMIN_EMAIL: email, HOLDALL_ADMIN_PASSWORD: password });
      const login = await server.call('POST', '/api/login', { body: { email, password } });
      const headers = { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
      sending = { origin: server.origin, headers };
      const made = async (path: string, body: object) =>
        (await (await server.call('POST', path, { body, headers })).json()) as {
          data: { id: string; attributes: { token: string } };
        };
      const { data: folder } = await made('/api/create-folder', { name: 'Inbox' });
      const share = await made('/api/share', { type: 'folder', id: folder.id, permission: 'editor' });
      tokens['editor'] = share.data.attributes.token;
      const request = await made('/api/file-requests', { folder_id: folder.id, name: 'Papers' });
      tokens['request'] = request.data.attributes.token;
      const user = await server.call('GET', '/api/user', { headers });
      userId = ((await user.json()) as { data: { id: string } }).data.id;
    }, 60_000);
    afterAll(end);

    refuseFloods(ofTheApplication);
  });

  describe('to the wizard', () => {
    beforeAll(async () => {
      await begin({});
      const code = await eventually(() => {
        const found = server.link?.split('#code=')[1];
        if (found === undefined) throw new Error('no code yet');
        return found;
      });
      sending = { origin: server.origin, headers: { 'x-setup-code': code } };
    }, 60_000);
    afterAll(end);

    refuseFloods(ofSetup);
  });
});
