import { request } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { freePort, type Proxy, startNginx } from '#testing/nginx.ts';
import { present } from '#testing/present.ts';

let running: Proxy | undefined;
const nginx = present(() => running);
beforeAll(async () => {
  // The upstream does not exist; requests are logged all the same.
  running = await startNginx(process.env['HOLDALL_TEST_NGINX'] ?? '', [await freePort(), await freePort()]);
});
afterAll(() => running?.stop());

const ask = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { referer: `${nginx.origin}/share/${token}/files` };
    request(nginx.origin, { path, headers, ca: nginx.authority }, (answer) => {
      answer.resume();
      answer.once('end', resolve);
    })
      .on('error', reject)
      .end();
  });
/** Returns the log line of one request. */
const written = async (path: string): Promise<string> => {
  const before = (await nginx.accesses()).length;
  await ask(path);
  return eventually(async () => {
    const line = (await nginx.accesses()).slice(before);
    expect(line).toMatch(/\n$/);
    return line;
  });
};

const token = 'Zm9v-_4yTq1Lk8Wd3Rb7Xs2Vn6Hc5Jg0';
const id = '01900000-0000-7000-8000-000000000000';
const encoded = Array.from(token, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
test.each([
  `/share/${token}`,
  `/share/${token}/files/${id}`,
  `/request/${token}%E2%80%A6`,
  `/realtime/share/${token}/app/0123456789abcdef0123?protocol=7`,
  `/api/share/${token}/activity`,
  `/api/browse/share/${token}`,
  `/api/browse/folders/${id}/${token}`,
  `/api/request/${token}/upload/chunks/${id}`,
  `/api/request/${token}/upload/chunks/a-name-of-more-than-two-dozen-signs`,
  `/api/upload/chunks/a-name-of-more-than-two-dozen-signs/${token}`,
  `/api/files/${id}/content/${token}`,
  `/api/zip/${token}?items=${token}`,
  `/create-new-password?token=${token}&email=ada@example.com`,
  `/share/${encoded}/files/${id}`,
  `/api/zip/${encoded.replaceAll('%', '%25')}`,
  `/share/${token.slice(0, 20)}%0A${token.slice(20)}/files/${id}`,
  `/api/elsewhere/${token}/${id}`,
  `/${token}`,
])('nginx logs no token of a link: %s', async (path) => {
  const line = await written(path);
  const read = line
    .replaceAll(/%25|\\x25/g, '%')
    .replaceAll(/%([0-7][\da-f])/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  for (const part of [token.slice(4, 16), token.slice(-12)]) expect(read).not.toContain(part);
});

test.each(['/platform/files', `/platform/files/${id}`, `/api/items/${id}`, '/api/share/revoke'])(
  'nginx logs the page or call: %s',
  async (path) => expect(await written(path)).toContain(`"GET ${path}" 502 `),
);
