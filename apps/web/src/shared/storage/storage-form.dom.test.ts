import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { checkStorage, sentStorage, storageDraft, storageFaults } from './storage-form.ts';

beforeAll(withMessages);

const draft = storageDraft({
  storage_driver: 's3',
  s3_bucket: 'files',
  s3_access_key: 'KEY',
  s3_path_style: false,
});
const wrong = (changed: Partial<typeof draft>, hasSecret = true): string[] =>
  Object.keys(checkStorage({ ...draft, ...changed }, hasSecret));

test('a form is read from settings and sent as it was', () => {
  expect(sentStorage(storageDraft({}))).toEqual({ storage_driver: 'disk' });
  expect(sentStorage(draft)).toEqual({
    storage_driver: 's3',
    s3_endpoint: '',
    s3_region: 'us-east-1',
    s3_bucket: 'files',
    s3_access_key: 'KEY',
    s3_secret_key: null,
    s3_path_style: false,
    s3_prefix: '',
  });
});

test.each([
  [
    's3_endpoint',
    'http://10.0.0.5:9000',
    ['s3.example.com', 'https://s3.example.com/x', 'ftp://a.example', 'https://u@a.example'],
  ],
  ['s3_region', 'auto', ['', 'EU', 'eu central']],
  ['s3_bucket', 'My_bucket.1', ['', 'a', '-a', 'a b']],
  ['s3_access_key', 'A/b+c=', ['', 'a b']],
  ['s3_secret_key', 'A/b+c=', ['a b', 'ä']],
  ['s3_prefix', 'a/b-c/', ['a', '/a/', '../', 'a/../']],
] as const)('%s may be “%s”', (name, right, wrongs) => {
  expect(wrong({ [name]: right })).toEqual([]);
  for (const text of wrongs) expect([text, wrong({ [name]: text })]).toEqual([text, [name]]);
});

test('a secret is needed where none is kept, and nothing of it where files are on the disk', () => {
  expect(wrong({}, false)).toEqual(['s3_secret_key']);
  expect(wrong({ storage_driver: 'disk', s3_bucket: '' }, false)).toEqual([]);
});

test('faults of a trial are said by their code, others as the server says them', () => {
  const problem = (code: 'object_storage.clock' | 'request.invalid') =>
    new ApiError({
      status: 422,
      code,
      message: '',
      errors: { s3_endpoint: ['As the server says.'] },
    });
  expect(storageFaults(problem('object_storage.clock'))).toEqual({
    s3_endpoint: 'This server’s clock and the storage’s differ too much.',
  });
  expect(storageFaults(problem('request.invalid'))).toEqual({
    s3_endpoint: 'As the server says.',
  });
  expect(storageFaults(new Error('Not an answer.'))).toEqual({});
});
