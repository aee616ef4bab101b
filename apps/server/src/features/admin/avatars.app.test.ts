import type { ManagedUser } from '@holdall/contract/admin-users';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { hugePng } from '#testing/hostile-files.ts';
import { colourAt, fourFields } from '#testing/media-files.ts';
import { useAdmin } from '#testing/use-admin.ts';

// The thumbnail processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { server, call, by, cookie, idOf, logged } = useAdmin();
let origin: string;
beforeEach(async () => {
  origin = await server.listen();
});

interface Sending {
  readonly as?: string;
  readonly method?: 'POST' | 'PATCH';
  readonly fields?: Readonly<Record<string, string>>;
}
const setAvatar = async (
  id: string,
  image: Uint8Array,
  { as = cookie(), method = 'POST', fields = { name: 'avatar', _method: 'PATCH' } }: Sending = {},
) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([Buffer.from(image)], { type: 'image/png' }), 'me.png');
  const answer = await fetch(`${origin}/api/admin/users/${id}/avatar`, {
    method,
    body,
    headers: { cookie: as },
  });
  const said = (await answer.json()) as { code?: string; data?: ManagedUser };
  return { status: answer.status, code: said.code, avatar: said.data?.attributes.avatar };
};
const removeAvatar = (id: string, as = cookie()) => by(as)('DELETE', `/api/admin/users/${id}/avatar`);
const picture = () => fourFields(60, 60).png().toBuffer();
const pictures = () => server.parts.db.selectFrom('images').select(['id', 'removed_at']).execute();
const bytesOf = async (path: string): Promise<Buffer> => (await server.app.inject({ url: path })).rawPayload;

describe('a user’s picture', () => {
  it('is set by an administrator, and the user sees it at once', async () => {
    const eve = await server.addUser('eve@example.com');
    const changed: unknown[] = [];
    server.parts.events.subscribe((event) => changed.push(event));
    const { status, avatar } = await setAvatar(eve, await picture());
    expect(status).toBe(200);
    const own = await by(await server.signIn('eve@example.com'))('GET', '/api/user');
    expect(own.data.attributes.avatar).toEqual(avatar);
    expect(await colourAt(await bytesOf(avatar?.md ?? ''), 10, 10)).toBe('f00');
    expect((await call('GET', '/api/user')).data.attributes.avatar).toBeNull();
    expect(changed).toContainEqual(expect.objectContaining({ kind: 'account-changed', userId: eve }));
    expect(await logged('user.changed')).toEqual([
      { kind: 'user.changed', userId: eve, details: { name: 'avatar', to: true } },
    ]);
  });

  it('is replaced by another one, and by the letter tile', async () => {
    const eve = await server.addUser('eve@example.com');
    await setAvatar(eve, await picture());
    const { avatar } = await setAvatar(eve, await picture(), { method: 'PATCH', fields: { name: 'avatar' } });
    expect((await removeAvatar(eve)).data.attributes.avatar).toBeNull();
    // Nothing is left to remove, or to announce.
    expect(await removeAvatar(eve)).toMatchObject({ status: 200, data: { attributes: { avatar: null } } });
    expect((await call('GET', avatar?.sm ?? '')).status).toBe(404);
    expect((await pictures()).map(({ removed_at: removedAt }) => removedAt === null)).toEqual([false, false]);
    expect((await logged('user.changed')).map(({ details }) => details)).toEqual([
      { name: 'avatar', to: true },
      { name: 'avatar', to: true },
      { name: 'avatar', to: false },
    ]);
  });

  it.each<{ what: string; make: () => Promise<Buffer>; sending?: Sending; problem: [number, string] }>([
    {
      what: 'no picture',
      make: async () => Buffer.from('nothing to see'),
      problem: [422, 'image.unreadable'],
    },
    { what: 'one of too many pixels', make: () => hugePng(8_000), problem: [422, 'image.too_many_pixels'] },
    {
      what: 'something else',
      make: picture,
      sending: { fields: { name: 'logo' } },
      problem: [422, 'request.invalid'],
    },
    {
      what: 'a role',
      make: picture,
      sending: { fields: { name: 'avatar', role: 'admin' } },
      problem: [422, 'request.invalid'],
    },
    {
      what: 'another method',
      make: picture,
      sending: { fields: { name: 'avatar', _method: 'DELETE' } },
      problem: [405, 'request.method_not_allowed'],
    },
  ])('is refused as $what, and nothing stays behind', async ({ make, sending, problem }) => {
    const eve = await server.addUser('eve@example.com');
    const { status, code } = await setAvatar(eve, await make(), sending);
    expect([status, code]).toEqual(problem);
    expect([await pictures(), await logged('user.changed')]).toEqual([[], []]);
  });

  it('is refused for an unknown user, and for one that is being deleted', async () => {
    const shape = vi.spyOn(server.parts.thumbnailer, 'shape');
    const nobody = '01900000-0000-7000-8000-000000000000';
    expect(await setAvatar(nobody, await picture())).toMatchObject({ status: 404, code: 'user.not_found' });
    expect(await removeAvatar(nobody)).toMatchObject({ status: 404, code: 'user.not_found' });
    const [result] = shape.mock.results;
    await expect(result?.value).rejects.toMatchObject({ code: 'user.not_found' });
    const eve = await server.addUser('eve@example.com');
    await server.parts.db.updateTable('users').set({ deleting_at: 1 }).where('id', '=', eve).execute();
    expect(await setAvatar(eve, await picture())).toMatchObject({ status: 409, code: 'user.deleting' });
    expect(await removeAvatar(eve)).toMatchObject({ status: 409, code: 'user.deleting' });
    expect(await pictures()).toEqual([]);
  });

  it('is not set by a user who ceases to be an administrator meanwhile', async () => {
    await server.addUser('eve@example.com');
    const eve = await idOf('eve@example.com');
    const { thumbnailer, db } = server.parts;
    const shape = thumbnailer.shape.bind(thumbnailer);
    vi.spyOn(thumbnailer, 'shape').mockImplementation(async (...args) => {
      const made = await shape(...args);
      await db.updateTable('users').set({ role: 'user' }).where('email', '=', testEmail).execute();
      return made;
    });
    expect(await setAvatar(eve, await picture())).toMatchObject({ status: 403, code: 'session.forbidden' });
    expect(await pictures()).toEqual([]);
    for await (const { key } of server.blobs.list()) expect(key).toBe('none is left');
  });
});

test('users cannot change pictures by this call, not even their own', async () => {
  const eve = await server.addUser('eve@example.com');
  const as = await server.signIn('eve@example.com');
  expect(await setAvatar(eve, await picture(), { as })).toMatchObject({ status: 403 });
  expect((await removeAvatar(eve, as)).status).toBe(403);
  expect(await setAvatar(eve, await picture(), { as: '' })).toMatchObject({ status: 401 });
  expect(await pictures()).toEqual([]);
});

test('images that an administrator sends for others count towards their own limit', async () => {
  const eve = await server.addUser('eve@example.com');
  const nothing = Buffer.from('nothing to see');
  for (let count = 0; count < 10; count += 1) expect((await setAvatar(eve, nothing)).status).toBe(422);
  expect(await setAvatar(eve, nothing)).toMatchObject({ status: 429, code: 'limit.too_many' });
});
