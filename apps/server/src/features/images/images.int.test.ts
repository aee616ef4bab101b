import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { imageByteLimit } from '@holdall/contract/limits';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { html, hugePng, svgWithScript, truncatedJpeg } from '#testing/hostile-files.ts';
import { animation, colourAt, fourFields, photo } from '#testing/media-files.ts';
import { graceOfImages } from './images.rules.ts';
import { createImagesService } from './images.service.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let server: TestApp;
let origin: string;
let cookie: string;
beforeEach(async () => {
  server = await createTestApp();
  origin = await server.listen();
  cookie = await server.signIn();
});
afterEach(() => server.close());

type Part = readonly [name: string, value: string | Uint8Array];
const form = (parts: readonly Part[]): FormData => {
  const body = new FormData();
  for (const [name, value] of parts)
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, new Blob([Buffer.from(value)], { type: 'image/png' }), 'me.png');
  return body;
};
const send = (
  path: string,
  parts: readonly Part[],
  { method = 'POST', as = cookie }: { method?: 'POST' | 'PATCH'; as?: string } = {},
): Promise<Response> => fetch(origin + path, { method, body: form(parts), headers: { cookie: as } });
const setAvatar = (image: Uint8Array, as = cookie): Promise<Response> =>
  send(
    '/api/user/avatar',
    [
      ['name', 'avatar'],
      ['_method', 'PATCH'],
      ['file', image],
    ],
    { as },
  );
const setImage = (name: string, image: Uint8Array): Promise<Response> =>
  send('/api/admin/settings/images', [
    ['name', name],
    ['_method', 'PATCH'],
    ['file', image],
  ]);
const get = (url: string, headers: Record<string, string> = {}) => fetch(origin + url, { headers });
const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await get(url)).arrayBuffer());
const avatarIn = async (as = cookie): Promise<User['data']['attributes']['avatar']> =>
  ((await (await get('/api/user', { cookie: as })).json()) as User).data.attributes.avatar;
const config = async (): Promise<Config> => (await (await get('/api/config')).json()) as Config;
const rows = () => server.parts.db.selectFrom('images').selectAll().orderBy('created_at').execute();
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.blobs.list()) keys.push(key);
  return keys;
};
const problem = async (answer: Response): Promise<unknown[]> => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

describe('an avatar', () => {
  it('is the middle square in three sizes, turned upright, without metadata', async () => {
    const original = await photo(6, 900, 600);
    expect(original.includes('Secret Author')).toBe(true);
    const answer = await setAvatar(original);
    expect(answer.status).toBe(200);
    const { avatar } = (await answer.json()) as { avatar: Record<'xs' | 'sm' | 'md', string> };
    expect(await avatarIn()).toEqual(avatar);
    for (const [size, edge] of [
      ['xs', 48],
      ['sm', 96],
      ['md', 192],
    ] as const) {
      const bytes = await bytesOf(avatar[size]);
      const { format, width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
      expect({ format, width, height }).toEqual({ format: 'webp', width: edge, height: edge });
      expect({ exif, icc, xmp, orientation }).toEqual({});
      expect(bytes.includes('Secret')).toBe(false);
    }
    const md = await bytesOf(avatar.md);
    // The four fields of the photo as it is displayed.
    const at = (x: number, y: number) => colourAt(md, x, y);
    expect(await Promise.all([at(40, 40), at(150, 40), at(40, 150), at(150, 150)])).toEqual([
      '00f',
      'f00',
      'fff',
      '0f0',
    ]);
  });

  it('keeps transparency, and the first frame of an animation', async () => {
    const clear = await sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    await setAvatar(clear);
    const { data } = await sharp(await bytesOf((await avatarIn())?.md ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data.length, data[3]]).toEqual([192 * 192 * 4, 0]);
    await setAvatar(await animation('gif', ['#ff0000', '#0000ff']));
    const moving = await bytesOf((await avatarIn())?.md ?? '');
    expect([(await sharp(moving).metadata()).width, await colourAt(moving, 20, 20)]).toEqual([40, 'f00']);
  });

  it('is accepted with its fields in any order, by POST and by PATCH', async () => {
    const image = await fourFields(60, 60).webp().toBuffer();
    const orders: Part[][] = [
      [
        ['file', image],
        ['name', 'avatar'],
        ['_method', 'patch'],
      ],
      [
        ['_method', 'PATCH'],
        ['file', image],
        ['name', 'avatar'],
      ],
      [
        ['name', 'avatar'],
        ['file', image],
      ],
    ];
    for (const parts of orders) expect((await send('/api/user/avatar', parts)).status).toBe(200);
    const patched = await send(
      '/api/user/avatar',
      [
        ['file', image],
        ['name', 'avatar'],
      ],
      {
        method: 'PATCH',
      },
    );
    expect(patched.status).toBe(200);
    expect(await rows()).toHaveLength(4);
  });

  it('is refused if a field is invalid, in any order, and nothing is stored', async () => {
    const image = await fourFields(60, 60).png().toBuffer();
    const wrong: [Part[], number][] = [
      [[['file', image]], 422],
      [
        [
          ['file', image],
          ['name', 'logo'],
        ],
        422,
      ],
      [
        [
          ['name', 'avatar'],
          ['file', image],
          ['role', 'admin'],
        ],
        422,
      ],
      [
        [
          ['name', 'avatar'],
          ['_method', 'DELETE'],
          ['file', image],
        ],
        405,
      ],
      [[['name', 'avatar']], 422],
    ];
    for (const [parts, status] of wrong) expect((await send('/api/user/avatar', parts)).status).toBe(status);
    const json = await fetch(`${origin}/api/user/avatar`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"name":"avatar"}',
    });
    expect(json.status).toBe(415);
    expect((await setAvatar(image, '')).status).toBe(401);
    expect([await rows(), await stored(), await avatarIn()]).toEqual([[], [], null]);
  });

  it.each([
    ['a drawing', async () => svgWithScript()],
    ['a page', async () => html()],
    ['nothing', async () => Buffer.alloc(0)],
    ['text that begins like an image', async () => Buffer.from('\x89PNG\r\n\x1a\nnonsense', 'latin1')],
    ['half a photo', () => truncatedJpeg()],
    ['a document', async () => Buffer.from('%PDF-1.4\n')],
  ])('is refused where it is %s', async (_name, make) => {
    expect(await problem(await setAvatar(await make()))).toEqual([422, 'image.unreadable']);
    expect([await rows(), await stored()]).toEqual([[], []]);
  });

  it('with too many pixels is refused before it is decoded', async () => {
    expect(await problem(await setAvatar(await hugePng(8_000)))).toEqual([422, 'image.too_many_pixels']);
  });

  it('that is too large is refused, by its announced length and by its bytes', async () => {
    const large = Buffer.alloc(imageByteLimit + 200_000);
    (await fourFields(60, 60).png().toBuffer()).copy(large);
    expect(await problem(await setAvatar(large))).toEqual([413, 'image.too_large']);
    // Just above, so that the length of the whole form does not reveal it.
    const slightly = large.subarray(0, imageByteLimit + 1);
    expect(await problem(await setAvatar(slightly))).toEqual([413, 'image.too_large']);
    expect(await rows()).toEqual([]);
  });

  it('is removed when it is replaced or cleared, and its bytes a while later', async () => {
    const image = await fourFields(60, 60).png().toBuffer();
    await setAvatar(image);
    const first = (await avatarIn())?.md ?? '';
    await setAvatar(image);
    const second = (await avatarIn())?.md ?? '';
    expect(second).not.toBe(first);
    expect(await problem(await get(first))).toEqual([404, 'image.not_found']);
    await fetch(`${origin}/api/user/avatar`, { method: 'DELETE', headers: { cookie } });
    expect([await avatarIn(), (await get(second)).status]).toEqual([null, 404]);
    await server.services.images.sweep();
    expect(await stored()).toHaveLength(2);
    server.clock.advance(graceOfImages + 1);
    await server.services.images.sweep();
    expect([await rows(), await stored()]).toEqual([[], []]);
  });

  it('of a deleted account is removed, those of others and of the application stay', async () => {
    const image = await fourFields(60, 60).png().toBuffer();
    const eve = await server.addUser('eve@example.com');
    await setAvatar(image, await server.signIn('eve@example.com'));
    await setAvatar(image);
    await setImage('logo', image);
    const { db } = server.parts;
    await db.deleteFrom('users').where('id', '=', eve).execute();
    await server.services.images.sweep();
    expect((await rows()).filter(({ removed_at: removedAt }) => removedAt !== null)).toHaveLength(1);
    expect((await get((await avatarIn())?.xs ?? '')).status).toBe(200);
    expect((await get((await config()).app.logo ?? '')).status).toBe(200);
  });

  it('is claimed in the census of the store', async () => {
    await setAvatar(await fourFields(60, 60).png().toBuffer());
    const [key = ''] = await stored();
    expect(await server.services.images.claimedKeys([key, '0'.repeat(32)])).toEqual([key]);
    await server.services.uploads.sweep();
    server.clock.advance(3 * 24 * 60 * 60_000);
    await server.services.uploads.sweep();
    expect(await stored()).toEqual([key]);
  });

  it('set on three nodes at once is stored once, and the others are removed', async () => {
    const image = await fourFields(60, 60).png().toBuffer();
    const actor = {
      kind: 'user',
      id: (await server.foundation.users.findByEmail(testEmail))?.id ?? '',
      role: 'admin',
      canUpload: true,
      canDownload: true,
      canCreateFolder: true,
    } as const;
    const set = async () => {
      const node = createImagesService({
        ...server.parts,
        stores: server.parts.storage.stores,
        cleanable: () => server.parts.storage.cleanable(),
        settingsChanges: server.services.settingsChanges,
        countImage: async () => undefined,
      });
      const bytes = async function* (): AsyncGenerator<Uint8Array> {
        yield image;
      };
      await node.setAvatar(actor, bytes(), async () => undefined);
    };
    await Promise.all([set(), set(), set()]);
    const kept = (await rows()).filter(({ removed_at: removedAt }) => removedAt === null);
    expect(kept).toHaveLength(1);
    expect((await avatarIn())?.xs).toContain(kept[0]?.id);
  });
});

test('an image is public by its address, cached forever, and cannot execute anything', async () => {
  await setAvatar(await fourFields(60, 60).png().toBuffer());
  const { sm = '' } = (await avatarIn()) ?? {};
  const answer = await get(sm);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'image/webp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  const etag = answer.headers.get('etag') ?? '';
  expect((await get(sm, { 'if-none-match': etag })).status).toBe(304);
  for (const path of [
    sm.replace(/sm$/, 'full'),
    sm.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    `${sm}x`,
    '/api/images/x/sm',
  ])
    expect(await problem(await get(path))).toEqual([404, 'image.not_found']);
});

describe('an image of the application', () => {
  it('has the shape of its purpose', async () => {
    const wide = await fourFields(3000, 1000).png().toBuffer();
    const shapes: Record<string, unknown> = {};
    for (const name of ['logo', 'logo_horizontal', 'favicon', 'share_image'] as const) {
      const answer = await setImage(name, wide);
      const { url } = (await answer.json()) as { url: string };
      expect((await config()).app[name]).toBe(url);
      const { format, width, height } = await sharp(await bytesOf(url)).metadata();
      shapes[name] = `${format} ${width}x${height}`;
    }
    expect(shapes).toEqual({
      logo: 'webp 1536x512',
      logo_horizontal: 'webp 1536x512',
      favicon: 'png 64x64',
      share_image: 'jpeg 1200x630',
    });
    const { favicon } = (await config()).app;
    const larger = async (size: string) => {
      const { width, hasAlpha } = await sharp(
        await bytesOf(favicon?.replace(/full$/, size) ?? ''),
      ).metadata();
      return [width, hasAlpha];
    };
    expect([await larger('md'), await larger('lg'), await larger('home')]).toEqual([
      [192, true],
      [512, true],
      [512, false],
    ]);
    const shown = await get('/api/admin/settings/appearance', { cookie });
    expect(((await shown.json()) as { data: { images: object } }).data.images).toEqual({
      logo: (await config()).app.logo,
      logo_horizontal: (await config()).app.logo_horizontal,
      favicon,
      share_image: (await config()).app.share_image,
    });
  });

  it('is announced to all pages, recorded, and can be removed', async () => {
    const heard: string[] = [];
    server.parts.events.subscribe(({ kind }) => heard.push(kind));
    const image = await fourFields(60, 60).png().toBuffer();
    // Here the name comes last, so that the purpose is known only then.
    const answer = await send(
      '/api/admin/settings/images',
      [
        ['file', image],
        ['name', 'logo'],
      ],
      {
        method: 'PATCH',
      },
    );
    expect(answer.status).toBe(200);
    const remove = (name: string) =>
      fetch(`${origin}/api/admin/settings/images/${name}`, { method: 'DELETE', headers: { cookie } });
    expect((await remove('logo')).status).toBe(204);
    expect((await remove('evil')).status).toBe(404);
    expect((await config()).app.logo).toBeNull();
    expect(heard.filter((kind) => kind === 'settings-changed')).toHaveLength(2);
    const entries = await server.parts.db
      .selectFrom('activity')
      .select('details')
      .where('kind', '=', 'settings.changed')
      .orderBy('id')
      .execute();
    expect(entries.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { group: 'appearance', name: 'logo', from: false, to: true },
      { group: 'appearance', name: 'logo', from: true, to: false },
    ]);
    expect((await rows()).every(({ removed_at: removedAt }) => removedAt !== null)).toBe(true);
  });

  it('is set by administrators alone', async () => {
    await server.addUser('eve@example.com');
    const eve = await server.signIn('eve@example.com');
    const image = await fourFields(60, 60).png().toBuffer();
    const answer = await send(
      '/api/admin/settings/images',
      [
        ['name', 'logo'],
        ['file', image],
      ],
      { as: eve },
    );
    expect(answer.status).toBe(403);
    expect(await rows()).toEqual([]);
  });
});
