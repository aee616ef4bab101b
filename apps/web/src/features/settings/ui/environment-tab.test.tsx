import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { leaveSession, markAuthorized } from '#shared/session/session.ts';
import { change, write } from '#shared/testing/page.tsx';
import { inS3, kept, open, refused, settingsOf, type Answers } from '../testing/environment-desk.tsx';

const savePath = '/api/admin/settings/storage';
const testPath = '/api/admin/settings/test/storage';

afterEach(() => change(() => leaveSession()));
beforeEach(async () => {
  markAuthorized();
  putConfig({ host: 'https://files.example.com' } as Config);
  await withMessages();
});

test('storage is saved as a whole after the page and the server have validated it', async () => {
  const answers: Answers = { settings: settingsOf({}), answer: () => refused('object_storage.no_bucket') };
  const page = await open(answers);
  expect(page.field('Bucket')).toBeNull();
  await page.choose('s3');
  await page.press('Save');
  expect(page.faultOf('Bucket')).toBe('Enter the bucket name.');
  expect(page.faultOf('Secret key')).toBe('Enter the key.');
  expect(document.activeElement).toBe(page.field('Bucket'));
  await page.type('Bucket', 'files');
  await page.type('Endpoint', 'https://s3.example.com/files');
  await page.type('Access key', 'KEY');
  await page.type('Secret key', 'with space');
  await page.press('Test');
  expect(page.faultOf('Endpoint')).toContain('Enter an endpoint like https://s3.example.com');
  expect(page.faultOf('Secret key')).toContain('without spaces');
  expect(page.paths()).toEqual([]);

  await page.type('Endpoint', ' https://s3.example.com ');
  await page.type('Secret key', 'a-secret');
  answers.answer = () => refused('object_storage.no_bucket', { errors: { s3_bucket: ['English.'] } });
  await page.press('Test');
  expect(page.faultOf('Bucket')).toBe('There’s no bucket with this name.');
  expect(document.activeElement).toBe(page.field('Bucket'));

  await page.type('Bucket', 'holdall');
  expect(page.faultOf('Bucket')).toBeUndefined();
  answers.answer = () => Response.json({ works: true });
  await page.press('Test');
  expect(page.box.querySelector('.setting-foot [role="status"]')?.textContent).toContain('It works');
  answers.answer = () => {
    answers.settings = settingsOf({ ...inS3, s3_bucket: 'holdall', s3_endpoint: 'https://s3.example.com' });
    return Response.json(answers.settings);
  };
  await page.press('Save');
  const body = {
    storage_driver: 's3',
    s3_endpoint: 'https://s3.example.com',
    s3_region: 'us-east-1',
    s3_bucket: 'holdall',
    s3_access_key: 'KEY',
    s3_secret_key: 'a-secret',
    s3_path_style: null,
    s3_prefix: '',
  };
  expect(page.sent(testPath).at(-1)).toEqual(body);
  expect(page.sent(savePath)).toEqual([body]);
  expect(page.box.querySelector('.setting-foot [role="status"]')?.textContent).toContain('Saved.');
  expect(page.field('Secret key')?.value).toBe('');
  expect(page.button('Save')?.getAttribute('aria-disabled')).toBe('true');
  expect(page.button('Save')?.disabled).toBe(false);
  expect(page.button('Discard changes')).toBeUndefined();
});

test('an error without a field shows above the buttons; a stored secret is not sent, and a region can be typed', async () => {
  const page = await open({ settings: settingsOf(inS3), answer: () => refused('limit.too_many') });
  const select = page.field('Region');
  await change(() => {
    Object.assign(select ?? {}, { value: 'other' });
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const name = page.box.querySelector('input[aria-label="Region name"]');
  // Typing a name of the list keeps the text field.
  await change(() => write(name, 'us-east-1'));
  expect(name?.isConnected).toBe(true);
  await change(() => write(name, 'auto'));
  await page.choose('path');
  await page.press('Save');
  expect(page.sent(savePath)).toMatchObject([
    { s3_region: 'auto', s3_secret_key: null, s3_path_style: true },
  ]);
  expect(page.box.querySelector('.setting-foot [role="alert"]')?.textContent).toContain('Too many attempts');
  await page.press('Discard changes');
  expect(page.box.querySelector('.setting-foot [role="alert"]')).toBeNull();
  expect(page.field('Region')?.value).toBe('us-east-1');
});

test('a refusal shows at the choice that it names, else above the buttons', async () => {
  const answers: Answers = {
    settings: settingsOf(inS3),
    answer: () => refused('request.invalid', { errors: { storage_driver: ['It cannot be written to.'] } }),
  };
  const page = await open(answers);
  await page.choose('disk');
  await page.press('Save');
  expect(page.box.querySelector('.field-error')?.textContent).toBe('It cannot be written to.');
  answers.answer = () => refused('request.invalid', { errors: { elsewhere: ['No.'] } });
  await page.press('Save');
  expect(page.box.querySelector('.field-error')).toBeNull();
  expect(page.box.querySelector('.setting-foot [role="alert"]')?.textContent).toContain(
    'need your attention',
  );
});

test('changes by others show, and keep the text being written', async () => {
  const answers: Answers = { settings: settingsOf(inS3), answer: () => refused('server.failed') };
  const page = await open(answers);
  await page.type('Prefix', 'holdall/');
  answers.settings = settingsOf({ ...inS3, s3_region: 'eu-central-1' });
  await change(() => page.client.invalidateQueries());
  expect([page.field('Region')?.value, page.field('Prefix')?.value]).toEqual(['eu-central-1', 'holdall/']);
});

test('the location of files is locked while there are files; keys and region can change', async () => {
  const fixed = ['storage_driver', 's3_endpoint', 's3_bucket', 's3_prefix'];
  const page = await open({ settings: settingsOf(inS3, { fixed }), answer: () => refused('server.failed') });
  expect(page.box.textContent).toContain('holdall migrate-blobs');
  expect(
    ['Endpoint', 'Bucket', 'Prefix', 'Access key', 'Secret key'].map((label) => page.field(label)?.disabled),
  ).toEqual([true, true, true, false, false]);
});

test('settings of the environment are read-only', async () => {
  const locked = Object.keys(kept).filter((name) => name !== 'realtime');
  const page = await open({ settings: settingsOf(inS3, { locked }), answer: () => refused('server.failed') });
  expect(page.box.textContent).toContain('Where files are stored is set by the server’s environment');
  expect(['Bucket', 'Server'].map((label) => page.field(label)?.disabled)).toEqual([true, true]);
  expect([page.button('Save'), page.button('Test')]).toEqual([undefined, undefined]);
});
