import { request } from 'node:http';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { Problem } from '@holdall/contract/error-codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';

type Name = keyof typeof endpoints;
const table = Object.entries(endpoints) as [Name, Endpoint][];

/** How a call is made that names nothing that there is, and what it answers whoever may make it. */
interface Attempt {
  readonly reached: number;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly payload?: object;
}
const unknownId = '01900000-0000-7000-8000-000000000000';
const chunkName = 'some-upload-name';

/** Every call of the table: one that is missing here does not compile, and does not pass. */
const attempts: Readonly<Record<Name, Attempt>> = {
  addFavourites: { reached: 422 },
  askLink: { reached: 422 },
  authorizeChannel: { reached: 422 },
  browseFolder: { reached: 404 },
  browseLatest: { reached: 200 },
  browseNavigation: { reached: 200 },
  browseShared: { reached: 200 },
  browseTrash: { reached: 404 },
  cancelUpload: { reached: 204, params: { name: chunkName } },
  clearCaches: { reached: 200 },
  confirmEmail: { reached: 422 },
  confirmTwoFactor: { reached: 422 },
  createFolder: { reached: 422 },
  createToken: { reached: 422 },
  createUser: { reached: 422 },
  deleteUser: { reached: 422 },
  download: { reached: 404 },
  emptyTrash: { reached: 200 },
  endOtherSessions: { reached: 200 },
  endSession: { reached: 404, params: { id: 'f'.repeat(64) } },
  endUserSessions: { reached: 404 },
  forgotPassword: { reached: 422 },
  getConfig: { reached: 200 },
  getDashboard: { reached: 200 },
  getItem: { reached: 404 },
  getManagedUser: { reached: 404 },
  getPicture: { reached: 404, params: { size: 'sm' } },
  getSettingGroup: { reached: 200, params: { group: 'others' } },
  getStorage: { reached: 200 },
  getThumbnail: { reached: 404, params: { size: 'sm' } },
  getTranslations: { reached: 200, params: { locale: 'en' } },
  getUser: { reached: 200 },
  getUserStorage: { reached: 404 },
  healthLive: { reached: 200 },
  healthReady: { reached: 200 },
  listActivity: { reached: 200 },
  listJobs: { reached: 200 },
  listOwnActivity: { reached: 200 },
  listSessions: { reached: 200 },
  listTokens: { reached: 200 },
  listUsers: { reached: 200 },
  moveItems: { reached: 422 },
  orderFavourites: { reached: 422 },
  prepareZip: { reached: 422 },
  register: { reached: 422 },
  removeAvatar: { reached: 204 },
  removeBrandImage: { reached: 204, params: { name: 'logo' } },
  removeFavourite: { reached: 404 },
  removeItems: { reached: 422 },
  removeToken: { reached: 404 },
  removeTwoFactor: { reached: 422 },
  removeUserAvatar: { reached: 404 },
  renameItem: { reached: 422 },
  renewRecoveryCodes: { reached: 422 },
  replaceAvatar: { reached: 415 },
  replaceBrandImage: { reached: 415 },
  replaceUserAvatar: { reached: 415 },
  resetPassword: { reached: 422 },
  resetUserTwoFactor: { reached: 422 },
  restoreItems: { reached: 422 },
  dismissJob: { reached: 404 },
  retryJob: { reached: 404 },
  retryJobs: { reached: 422 },
  search: { reached: 422 },
  sendUserPasswordReset: { reached: 404 },
  signIn: { reached: 422 },
  signOut: { reached: 204 },
  startTwoFactor: { reached: 422 },
  testMail: { reached: 422 },
  twoFactorChallenge: { reached: 422 },
  undo: { reached: 422 },
  updateAvatar: { reached: 415 },
  updateBrandImage: { reached: 415 },
  updateEmail: { reached: 422 },
  updateManagedUser: { reached: 404 },
  updatePassword: { reached: 422 },
  updateSetting: { reached: 422, params: { group: 'others' } },
  updateUserAvatar: { reached: 415 },
  updateUserRestrictions: { reached: 422 },
  updateUserRole: { reached: 422 },
  updateUserSettings: { reached: 422 },
  updateUserStorage: { reached: 422 },
  upload: { reached: 422 },
  uploadChunk: { reached: 415 },
  uploadStatus: { reached: 404, params: { name: chunkName } },
  browseSharedFolder: { reached: 404 },
  browseSharedNavigation: { reached: 404 },
  cancelSharedUpload: { reached: 404, params: { name: chunkName } },
  createSharedFolder: { reached: 404 },
  downloadShared: { reached: 404 },
  getSharedItem: { reached: 404 },
  getSharedThumbnail: { reached: 404, params: { size: 'sm' } },
  moveSharedItems: { reached: 404 },
  openShare: { reached: 404 },
  prepareSharedZip: { reached: 404 },
  removeSharedItems: { reached: 404 },
  renameSharedItem: { reached: 404 },
  sharedUploadStatus: { reached: 404, params: { name: chunkName } },
  undoShared: { reached: 404 },
  unlockShare: { reached: 422 },
  uploadShared: { reached: 404 },
  uploadSharedChunk: { reached: 404 },
  zipShared: { reached: 404 },
  cancelRequestedUpload: { reached: 404, params: { name: chunkName } },
  createFileRequest: { reached: 422 },
  deleteFileRequest: { reached: 404 },
  finishFileRequest: { reached: 404 },
  getFileRequestQr: { reached: 404 },
  listFileRequests: { reached: 200 },
  openFileRequest: { reached: 404 },
  requestedUploadStatus: { reached: 404, params: { name: chunkName } },
  updateFileRequest: { reached: 422 },
  uploadRequested: { reached: 404 },
  uploadRequestedChunk: { reached: 404 },
  createShare: { reached: 422 },
  getShare: { reached: 404 },
  revokeShares: { reached: 422 },
  updateShare: { reached: 422 },
  getShareQr: { reached: 404 },
  listDeeds: { reached: 404 },
  listEndedShares: { reached: 200 },
  mailShare: { reached: 422 },
  markDeedsSeen: { reached: 404 },
  revertDeeds: { reached: 404 },
  searchShare: { reached: 404 },
  summarizeShares: { reached: 200 },
  zip: { reached: 422 },
};

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
/** What each of them sends along. */
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

/** A call through a real socket, whose path nobody makes pretty. */
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

/** The calls that an endpoint answers: its own, that of POST with `_method`, and HEAD beside GET. */
const callsOf = (name: Name, endpoint: Endpoint): Call[] => {
  const attempt = attempts[name];
  const path = pathOf(endpoint, attempt);
  const payload = endpoint.bodyKind === 'json' ? (attempt.payload ?? {}) : undefined;
  return [
    { method: endpoint.method, path, payload },
    ...(endpoint.method === 'GET' ? [{ method: 'HEAD', path }] : []),
    ...(endpoint.override ?? []).map((verb) => ({
      method: 'POST',
      path,
      payload: { ...payload, _method: verb },
    })),
  ];
};

const isAnonymous = new Set<Principal>(['nobody', 'suspended', 'suspendedToken', 'expired']);
const hasToken = new Set<Principal>(['read', 'write', 'adminToken']);
const isAdmin = new Set<Principal>(['admin', 'adminToken']);

/** With what an endpoint turns somebody away, by its declaration alone; undefined: it does not. */
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

test('the census knows every call of the table', () => {
  expect(Object.keys(attempts).toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

describe.each(Object.keys(principals) as Principal[])('%s', (who) => {
  test.each(table.filter(([name]) => name !== 'signOut'))('calls %s', async (name, endpoint) => {
    await server.parts.db.deleteFrom('rate_limits').execute();
    for (const call of callsOf(name, endpoint)) {
      const answer = await send(call, credentials[who]);
      const refusal = refusalOf(endpoint, who);
      const expected = refusal ?? { status: attempts[name].reached };
      expect({ ...call, ...answer }).toMatchObject(
        call.method === 'HEAD' ? { status: expected.status } : expected,
      );
    }
  });
});

test('signing out is for everybody', async () => {
  for (const who of ['nobody', 'read'] as const) {
    expect(await send({ method: 'POST', path: '/logout' }, credentials[who])).toMatchObject({ status: 204 });
  }
  const cookie = await server.signIn('eve@example.com');
  expect(await send({ method: 'POST', path: '/logout' }, { cookie })).toMatchObject({ status: 204 });
  expect(await send({ method: 'GET', path: '/api/user' }, { cookie })).toMatchObject({ status: 401 });
});

test('tokens and devices of another are as absent as unknown ones', async () => {
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

/** Ways to write an address that a proxy or a router may take for another one. */
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

describe('an administrator’s call by an odd path', () => {
  test.each(table.filter(([, { access }]) => access === 'admin'))(
    '%s is nothing for users, nor for nobody',
    async (name, endpoint) => {
      for (const call of callsOf(name, endpoint)) {
        for (const write of oddly) {
          const path = write(call.path);
          for (const who of ['user', 'nobody', 'write'] as const) {
            const { status } = await send({ ...call, path }, credentials[who]);
            expect([401, 403, 404, 405]).toContain(status);
          }
        }
      }
    },
  );
});

test('the server has the routes of the contract and no others', async () => {
  const registered = new Set<string>();
  const census = await createTestApp({
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') registered.add(`${one} ${url}`);
    },
  });
  await census.close();
  const expected = table.flatMap(([, { method, path, override }]) => {
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
    ].toSorted(),
  );
});
