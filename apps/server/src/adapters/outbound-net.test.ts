import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, type ResolveHost } from '#adapters/outbound-net.ts';
import { OutboundError } from '#ports/outbound.ts';
import { createAuthority } from '#testing/certificates.ts';

let servers: Server[];
let requests: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[];
beforeEach(() => {
  servers = [];
  requests = [];
});
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (response: ServerResponse) => void;
const listen = async (server: Server): Promise<number> => {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const handler = (answer: Answer) => (request: IncomingMessage, response: ServerResponse) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    requests.push({ url: request.url, headers: request.headers, body });
    answer(response);
  });
};
const serve = (answer: Answer): Promise<number> => listen(createServer(handler(answer)));

const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof OutboundError) return error.reason;
  throw new Error('it worked, or failed in another way', { cause: error });
};

const toLoopback: ResolveHost = async () => [{ address: '127.0.0.1', family: 4 }];
const fields = { secret: 'a b', response: 'ä&=' };

describe('a form', () => {
  test('is posted, and its answer read', async () => {
    const port = await serve((response) => response.end('{"ok":true}'));
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] });
    expect(await outbound.postForm(`http://127.0.0.1:${port}/verify?x=1`, { fields })).toEqual({
      status: 200,
      body: '{"ok":true}',
    });
    expect(requests).toMatchObject([
      {
        url: '/verify?x=1',
        body: 'secret=a+b&response=%C3%A4%26%3D',
        headers: { host: `127.0.0.1:${port}`, 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]);
  });

  test('follows no redirect', async () => {
    const other = await serve((response) => response.end('secret'));
    const port = await serve((response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${other}/` }).end('moved'),
    );
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] });
    expect(await outbound.postForm(`http://127.0.0.1:${port}/`, { fields })).toEqual({
      status: 307,
      body: 'moved',
    });
    expect(requests).toHaveLength(1);
  });

  test('reads no more than a small answer', async () => {
    const port = await serve((response) => response.end('x'.repeat(64 * 1024 + 1)));
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] });
    expect(await reasonOf(outbound.postForm(`http://127.0.0.1:${port}/`, { fields }))).toBe('too_large');
  });

  test.each<[string, Answer]>([
    ['that never comes', () => undefined],
    ['that never ends', (response) => void response.writeHead(200).write('{')],
  ])('does not wait for ever for an answer %s', async (_name, answer) => {
    const port = await serve(answer);
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] });
    const call = outbound.postForm(`http://127.0.0.1:${port}/`, { fields, timeoutMs: 200 });
    expect(await reasonOf(call)).toBe('timeout');
  });

  test('does not wait for ever for a name', async () => {
    const outbound = createOutbound({ allowedPrivateHosts: [], resolve: () => new Promise(() => undefined) });
    const call = outbound.postForm('https://example.com/', { fields, timeoutMs: 50 });
    expect(await reasonOf(call)).toBe('timeout');
  });
});

describe('a private address', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '0x7f000001',
    '0177.0.0.1',
    '2130706433',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
    '0.0.0.0',
    '[::]',
  ])('is refused in every notation: %s', async (host) => {
    const port = await serve((response) => response.end('secret'));
    const outbound = createOutbound({ allowedPrivateHosts: [] });
    expect(await reasonOf(outbound.postForm(`http://${host}:${port}/`, { fields }))).toBe('private_address');
    expect(requests).toEqual([]);
  });

  test.each(['127.0.0.1', '0x7f.1', '2130706433', 'localhost', '::1', '::ffff:127.0.0.1', '0'])(
    'is refused for other protocols: %s',
    async (host) => {
      const port = await serve((response) => response.end());
      const outbound = createOutbound({ allowedPrivateHosts: [] });
      expect(await reasonOf(outbound.connect({ host, port }))).toBe('private_address');
    },
  );

  test('is refused behind a public name, and called where the operator allows the name or the address', async () => {
    const port = await serve((response) => response.end('hello'));
    const address = `http://internal.example:${port}/`;
    const call = async (allowedPrivateHosts: string[]): Promise<unknown> =>
      createOutbound({ allowedPrivateHosts, resolve: toLoopback }).postForm(address, { fields });
    expect(await reasonOf(call([]))).toBe('private_address');
    expect(await reasonOf(call(['other.example', '10.0.0.0/8']))).toBe('private_address');
    expect(await call(['internal.example'])).toMatchObject({ body: 'hello' });
    expect(await call(['127.0.0.0/8'])).toMatchObject({ body: 'hello' });
    expect(requests[0]?.headers.host).toBe(`internal.example:${port}`);
  });

  test('is called where the operator has configured the server', async () => {
    const port = await serve((response) => response.end('hello'));
    const outbound = createOutbound({ allowedPrivateHosts: [] });
    const call = outbound.postForm(`http://127.0.0.1:${port}/`, { fields, trusted: true });
    expect(await call).toMatchObject({ body: 'hello' });
  });
});

describe('a name', () => {
  test('is resolved once: the verified address is called', async () => {
    const port = await serve((response) => response.end('the first'));
    const answers = ['127.0.0.1', '169.254.169.254'];
    let asked = 0;
    const resolve: ResolveHost = async () => {
      asked += 1;
      return [{ address: answers[asked - 1] ?? '169.254.169.254', family: 4 }];
    };
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'], resolve });
    const address = `http://rebinding.example:${port}/`;
    expect(await outbound.postForm(address, { fields })).toMatchObject({ body: 'the first' });
    expect(asked).toBe(1);
    expect(await reasonOf(outbound.postForm(address, { fields }))).toBe('private_address');
  });

  test('with several addresses is called at the allowed ones', async () => {
    const port = await serve((response) => response.end('hello'));
    const resolve: ResolveHost = async () => [
      { address: '169.254.169.254', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'], resolve });
    expect(await outbound.postForm(`http://two.example:${port}/`, { fields })).toMatchObject({
      body: 'hello',
    });
  });

  test('that is unknown, and a port without a listener, are distinguished', async () => {
    const outbound = createOutbound({ allowedPrivateHosts: ['127.0.0.1'] });
    expect(await reasonOf(outbound.connect({ host: 'nowhere.invalid', port: 25 }))).toBe('unknown_host');
    expect(await reasonOf(outbound.connect({ host: '127.0.0.1', port: 1 }))).toBe('unreachable');
  });
});

describe('HTTPS', () => {
  const authority = createAuthority();
  const defaults = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(defaults));
  const secure = (host: string): Promise<number> =>
    listen(
      createHttpsServer(
        authority.issue(host),
        handler((response) => response.end('hello')),
      ),
    );
  const call = (port: number): Promise<unknown> =>
    createOutbound({ allowedPrivateHosts: ['127.0.0.1'], resolve: toLoopback }).postForm(
      `https://service.example:${port}/`,
      { fields },
    );

  test('verifies the certificate by the requested name', async () => {
    setDefaultCACertificates([...defaults, authority.cert]);
    expect(await call(await secure('service.example'))).toMatchObject({ body: 'hello' });
    expect(await reasonOf(call(await secure('other.example')))).toBe('certificate');
  });

  test('trusts no private authority', async () => {
    expect(await reasonOf(call(await secure('service.example')))).toBe('certificate');
    expect(requests).toEqual([]);
  });
});
