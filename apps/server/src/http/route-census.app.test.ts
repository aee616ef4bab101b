import { request } from 'node:http';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { Problem } from '@holdall/contract/error-codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';
import { type Attempt, attemptOf, type Name, unknownId } from '#testing/route-attempts.ts';

const table = Object.entries(endpoints) as [Name, Endpoint][];

const principals = {
  nobody: 'nobody',
  user: 'a user',
  suspended: 'a suspended user',
  suspendedToken: 'a suspended user’s token',
  admin: 'an administrator',
  read: 'a token that may read',
  write: 'a token that may write',
  adminToken: 'an administrator’s token',
  expired: 'a token that has expired',
} as const;
type Principal = keyof typeof principals;
/** The headers that each of them sends. */
type Credentials = Record<Principal, Readonly<Record<string, string>>>;

let server: TestApp;
let origin: string;
let credentials: Credentials;

const makeToken = async (cookie: string, scope: 'read' | 'write', more: object = {}): Promise<string> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/user/tokens',
    headers: { cookie },
    payload: { name: 'census', scope, current_password: testPassword, ...more },
  });
  expect(answer.statusCode).toBe(201);
  return `Bearer ${answer.json<{ data: { attributes: { token: string } } }>().data.attributes.token}`;
};
beforeAll(async () => {
  server = await createTestApp();
  origin = await server.listen();
  const cookieOf = async (name: string): Promise<string> => {
    await server.addUser(`${name}@example.com`);
    return server.signIn(`${name}@example.com`);
  };
  const [user, tom, sue, admin] = [
    await cookieOf('eve'),
    await cookieOf('tom'),
    await cookieOf('sue'),
    await server.signIn(testEmail),
  ];
  credentials = {
    nobody: {},
    user: { cookie: user },
    suspended: { cookie: sue },
    suspendedToken: { authorization: await makeToken(sue, 'write') },
    admin: { cookie: admin },
    read: { authorization: await makeToken(tom, 'read') },
    write: { authorization: await makeToken(tom, 'write') },
    adminToken: { authorization: await makeToken(admin, 'write') },
    expired: { authorization: await makeToken(tom, 'write', { expires_in_days: 1 }) },
  };
  const { db } = server.parts;
  await db.updateTable('users').set({ status: 'suspended' }).where('email', '=', 'sue@example.com').execute();
  await db.updateTable('api_tokens').set({ expires_at: 1 }).where('expires_at', 'is not', null).execute();
});
afterAll(() => server.close());

const pathOf = ({ path }: Endpoint, { params = {}, query = '' }: Attempt): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? unknownId) + query;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly payload?: object | undefined;
}

/** Sends a call through a real socket, whose path is not normalised. */
const send = ({ method, path, payload }: Call, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number; code: string | undefined }>((resolve, reject) => {
    const body = payload === undefined ? undefined : JSON.stringify(payload);
    const { hostname, port } = new URL(origin);
    const call = request(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          const isProblem = answer.headers['content-type']?.includes('problem+json') ?? false;
          const code = isProblem && text !== '' ? (JSON.parse(text) as Problem).code : undefined;
          resolve({ status: answer.statusCode ?? 0, code });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });

/** Lists the calls that an endpoint answers: its own, that of POST with `_method`, and HEAD beside GET. */
const callsOf = (name: Name, endpoint: Endpoint): Call[] => {
  const attempt = attemptOf(name);
  const path = pathOf(endpoint, attempt);
  const payload = endpoint.bodyKind === 'json' ? (attempt.payload ?? {}) : undefined;
  return [
    { method: endpoint.method, path, payload },
    ...(endpoint.method === 'GET' ? [{ method: 'HEAD', path }] : []),
    ...(endpoint.override ? [endpoint.method] : []).map((verb) => ({
      method: 'POST',
      path,
      payload: { ...payload, _method: verb },
    })),
  ];
};

const isAnonymous = new Set<Principal>(['nobody', 'suspended', 'suspendedToken', 'expired']);
const hasToken = new Set<Principal>(['read', 'write', 'adminToken']);
const isAdmin = new Set<Principal>(['admin', 'adminToken']);

/** Returns the refusal that an endpoint's declaration alone demands; undefined: there is none. */
const refusalOf = (
  { access, credentials: sessionOnly, method, reads, secrets }: Endpoint,
  who: Principal,
): { status: number; code: string } | undefined => {
  if (access === 'public' || access === 'link') return undefined;
  if (isAnonymous.has(who)) return { status: 401, code: 'session.required' };
  if (access === 'admin' && !isAdmin.has(who)) return { status: 403, code: 'session.forbidden' };
  if (hasToken.has(who) && sessionOnly === true) return { status: 403, code: 'token.session_only' };
  const onlyReads = (method === 'GET' || reads === true) && secrets !== true;
  if (who === 'read' && !onlyReads) return { status: 403, code: 'token.scope' };
  return undefined;
};

test.each(Object.entries(principals) as [Principal, string][])(
  '%s: each call answers %s as its endpoint declares',
  async (who) => {
    const mismatches: object[] = [];
    for (const [name, endpoint] of table.filter(([name]) => name !== 'signOut')) {
      await server.parts.db.deleteFrom('rate_limits').execute();
      const refusal = refusalOf(endpoint, who);
      const status = refusal?.status ?? attemptOf(name).reached;
      for (const call of callsOf(name, endpoint)) {
        const answer = await send(call, credentials[who]);
        const code = call.method === 'HEAD' || refusal === undefined ? answer.code : refusal.code;
        if (answer.status !== status || answer.code !== code)
          mismatches.push({ name, ...call, answer, expected: { status, code } });
      }
    }
    expect(mismatches).toEqual([]);
  },
);

test('signing out is for everybody', async () => {
  for (const who of ['nobody', 'read'] as const) {
    expect(await send({ method: 'POST', path: '/logout' }, credentials[who])).toMatchObject({ status: 204 });
  }
  const cookie = await server.signIn('eve@example.com');
  expect(await send({ method: 'POST', path: '/logout' }, { cookie })).toMatchObject({ status: 204 });
  expect(await send({ method: 'GET', path: '/api/user' }, { cookie })).toMatchObject({ status: 401 });
});

test('tokens and devices of another user are as absent as unknown ones', async () => {
  const list = async (path: string, who: Principal): Promise<string[]> => {
    const headers = { ...credentials[who] };
    const answer = await server.app.inject({ url: path, headers });
    return answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  };
  for (const [path, code] of [
    ['/api/user/tokens', 'token.not_found'],
    ['/api/user/sessions', 'session.not_found'],
  ] as const) {
    const before = await list(path, 'admin');
    expect(before.length).toBeGreaterThan(0);
    for (const id of before) {
      const answer = await send({ method: 'DELETE', path: `${path}/${id}` }, credentials.user);
      expect(answer).toEqual({ status: 404, code });
    }
    expect(await list(path, 'admin')).toEqual(before);
  }
});

/** Spellings of an address that a proxy or a router may take for another one. */
const oddly: readonly ((path: string) => string)[] = [
  (path) => path.replace('/admin/', '/admin%2F'),
  (path) => path.replace('/api/', '/api%2F'),
  (path) => path.replace('/admin', '/%61dmin'),
  (path) => path.replace('/admin', '/%2561dmin'),
  (path) => path.replace('/admin', '//admin'),
  (path) => `/${path}`,
  (path) => path.replace('/admin/', '/admin//'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}%2F`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/admin', '/Admin'),
  (path) => path.replace('/admin', '/./admin'),
  (path) => path.replace('/api/', '/api/user/../'),
  (path) => path.replace('/api/', '/api/user/..%2f'),
  (path) => path.replace('/api/', '/api/user/%2e%2e/'),
  (path) => path.replace('/admin', '\\admin'),
  (path) => path.replace('/admin', '/admin;x=1'),
  (path) => `${path}%00`,
  (path) => `${path}?`,
  (path) => `${path}#x`,
  (path) => `http://elsewhere.example${path}`,
];

test.each(['user', 'nobody', 'write'] as const)(
  'an administrator’s call by an unusual path is refused: %s',
  async (who) => {
    const reached: object[] = [];
    for (const [name, endpoint] of table.filter(([, { access }]) => access === 'admin'))
      for (const call of callsOf(name, endpoint))
        for (const write of oddly) {
          const path = write(call.path);
          const { status } = await send({ ...call, path }, credentials[who]);
          if (![401, 403, 404, 405].includes(status)) reached.push({ name, ...call, path, status });
        }
    expect(reached).toEqual([]);
  },
);

test('the server has exactly the routes of the contract', async () => {
  const registered = new Set<string>();
  const census = await createTestApp({
    onRoute: ({ method, url }) => {
      // The wizard is over, whatever is sent to it.
      if (url === '/api/setup/*') return;
      for (const one of [method].flat()) if (one !== 'HEAD') registered.add(`${one} ${url}`);
    },
  });
  await census.close();
  const standing = table.filter(([, { path }]) => !path.startsWith('/api/setup/'));
  const expected = standing.flatMap(([, { method, path, override }]) => {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    return override === undefined ? [`${method} ${url}`] : [`${method} ${url}`, `POST ${url}`];
  });
  expect([...registered].toSorted()).toEqual(
    [
      ...expected,
      'GET /api/docs',
      'GET /api/openapi.json',
      'GET /realtime/app/:key',
      'GET /realtime/share/:token/app/:key',
      'GET /install',
      'GET /setup-wizard',
      'GET /setup-wizard/*',
    ].toSorted(),
  );
});
