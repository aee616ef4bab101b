import { generateKeyPairSync, sign } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { imageByteLimit } from '@holdall/contract/limits';
import { describe, expect, test, vi } from 'vitest';
import { html, hugePng } from '#testing/hostile-files.ts';
import { photo } from '#testing/media-files.ts';
import { firstAdmin as admin, useWizard } from '#testing/use-wizard.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard, database, stored, draftText } = useWizard();

describe('the purchase code', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  const payload = Buffer.from(JSON.stringify({ holder: 'Northlight Ltd' }));
  const licence = `${payload.toString('base64url')}.${sign(null, payload, privateKey).toString('base64url')}`;

  test('is optional, and stored as it is', async () => {
    await begin();
    expect((await wizard().step('purchase-code', { code: null })).kept.purchase_code).toEqual({
      required: false,
      given: false,
      holder: null,
    });
    expect((await wizard().step('purchase-code', { code: 'hidden-code' })).kept.purchase_code).toMatchObject({
      given: true,
    });
    expect(await draftText()).not.toContain('hidden-code');
    await wizard().step('database', database());
    expect((await wizard().send('POST', 'admin', admin)).statusCode).toBe(200);
    expect((await stored()).get('purchase_code')).toBe('hidden-code');
  });

  test.each([pem, raw])('is a signed licence if the distributor requires one', async (key) => {
    await begin({ env: { HOLDALL_LICENCE_PUBLIC_KEY: key } });
    for (const code of [null, '', 'nonsense', `${licence}x`])
      expect(await wizard().refused('purchase-code', { code })).toMatchObject({
        status: 422,
        errors: { code: [expect.any(String)] },
      });
    expect(await wizard().refused('admin', admin)).toMatchObject({ status: 409, code: 'setup.step_missing' });
    const kept = { required: true, given: true, holder: 'Northlight Ltd' };
    expect((await wizard().step('purchase-code', { code: licence })).kept.purchase_code).toEqual(kept);
    expect((await wizard().step('purchase-code', { code: null })).kept.purchase_code).toEqual(kept);
    await wizard().step('database', database());
    expect((await wizard().send('POST', 'admin', admin)).statusCode).toBe(200);
    expect(Object.fromEntries(await stored())).toMatchObject({
      licence_holder: 'Northlight Ltd',
      purchase_code: licence,
    });
  });
});

test('a server without answers to the earlier steps does not install with defaults', async () => {
  await begin();
  expect(await wizard().refused('admin', admin)).toMatchObject({ status: 409, code: 'setup.step_missing' });
  expect((await wizard().send('GET', 'status')).statusCode).toBe(200);
  expect(wizard().takenOver()).toBe(0);
});

describe('the application', () => {
  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ title: 'a\nb' }, 'title'],
    [{ color: 'red' }, 'color'],
    [{ contact_email: 'nobody' }, 'contact_email'],
    [{ locale: 'xx' }, 'locale'],
    [{ default_theme: 'blue' }, 'default_theme'],
    [{ subscription_type: 'gold' }, 'subscription_type'],
    [{ default_capacity: 0 }, 'default_capacity'],
    [{ upload_limit: -1 }, 'upload_limit'],
    [{ chunk_size: 1 }, 'chunk_size'],
    [{ mimetypes_blacklist: ['no type'] }, 'mimetypes_blacklist.0'],
    [{ registration: true }, 'registration'],
    [{ installed_at: 1 }, 'installed_at'],
  ])('%o is refused by its name, and not stored', async (body, field) => {
    await begin();
    const { code, errors = {} } = await wizard().refused('app', { description: 'kept?', ...body });
    expect({ code, fields: Object.keys(errors) }).toEqual({ code: 'request.invalid', fields: [field] });
    expect((await wizard().send('GET', 'status')).json()).toMatchObject({
      data: { kept: { app: { title: 'Holdall', description: 'Store, organise, share.' } } },
    });
  });

  test('chunks are no larger than requests that reach the server, also if they were chosen before', async () => {
    await begin();
    const chunk = async (size: number | null): Promise<number> =>
      (await wizard().step('checks', { request_size: size })).kept.app.chunk_size;
    await wizard().step('app', { chunk_size: 32_000_000 });
    expect(await chunk(null)).toBe(32_000_000);
    expect(await chunk(64_000_000)).toBe(32_000_000);
    expect(await chunk(1_000_000)).toBe(1_000_000);
    // It is the smallest size allowed.
    expect(await chunk(1)).toBe(65_536);
    expect(await chunk(null)).toBe(65_536);
  });

  test('the page gets the chosen values, in the language of the browser', async () => {
    await begin();
    await wizard().step('app', { title: 'Northlight', color: 'moss', locale: 'cs' });
    const config = await wizard().app.inject({
      url: '/api/config',
      headers: { 'accept-language': 'de-AT, en' },
    });
    expect(config.json()).toMatchObject({
      installation: true,
      isAuthenticated: false,
      locale: 'de',
      app: { title: 'Northlight', color: 'moss' },
    });
    expect((await wizard().app.inject({ url: '/translations/de' })).json()).toMatchObject({
      'errors.setup.done': 'Dieser Server ist bereits installiert.',
    });
  });
});

describe('images', () => {
  test('are stored, answered and removed', async () => {
    await begin();
    const logo = await photo(1);
    expect((await wizard().sendImage('logo', logo)).json()).toMatchObject({
      data: { kept: { images: { logo: true, avatar: false } } },
    });
    await wizard().restart();
    const answer = await wizard().send('GET', 'images/logo');
    expect(answer.rawPayload.equals(logo)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect((await stat(join(wizard().dataDir, 'setup/logo.image'))).mode & 0o777).toBe(0o600);
    expect((await wizard().send('DELETE', 'images/logo')).json()).toMatchObject({
      data: { kept: { images: { logo: false } } },
    });
    expect((await wizard().send('GET', 'images/logo')).json()).toMatchObject({ code: 'image.not_found' });
    expect((await wizard().send('DELETE', 'images/logo')).statusCode).toBe(200);
  });

  test('an invalid one is refused, and the previous one stays', async () => {
    await begin();
    await wizard().sendImage('avatar', await photo(1));
    for (const [bytes, code] of [
      [html(), 'image.unreadable'],
      [Buffer.from('GIF89a and no more'), 'image.unreadable'],
      [await hugePng(8000), 'image.too_many_pixels'],
      [Buffer.alloc(imageByteLimit + 1, await photo(1)), 'image.too_large'],
    ] as const)
      expect((await wizard().sendImage('avatar', bytes)).json()).toMatchObject({ code });
    expect((await wizard().sendImage('../../holdall', await photo(1))).json()).toMatchObject({
      code: 'request.invalid',
    });
    expect((await wizard().send('GET', 'images/..%2fcode')).statusCode).toBe(404);
    expect((await wizard().send('GET', 'images/avatar')).rawPayload.equals(await photo(1))).toBe(true);
  });
});
