import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { missingOf, objectStorageFields, objectStorageOf } from '#config/object-storage.ts';

const schema = z.object(objectStorageFields);
const whole = { s3Bucket: 'files', s3AccessKey: 'AKIA', s3SecretKey: 'a/b+c' };
const storageOf = (values: Record<string, unknown>) => objectStorageOf(schema.parse(values));

describe('the operator’s object storage', () => {
  test('is absent by default', () => {
    expect(storageOf({})).toBeUndefined();
    expect(missingOf(schema.parse({}))).toBeUndefined();
  });

  test('is Amazon’s without another address', () => {
    expect(storageOf({ ...whole, s3Region: 'eu-central-1' })).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      pathStyle: false,
      trusted: true,
    });
    expect(storageOf({ ...whole, s3Bucket: 'my.files' })).toMatchObject({ pathStyle: true });
  });

  test('has the bucket in the path elsewhere, by default', () => {
    const elsewhere = { ...whole, s3Endpoint: 'https://s3.example.com:9000/' };
    expect(storageOf(elsewhere)).toMatchObject({ endpoint: 'https://s3.example.com:9000', pathStyle: true });
    expect(storageOf({ ...elsewhere, s3PathStyle: 'false' })).toMatchObject({ pathStyle: false });
  });

  test('needs all of its fields', () => {
    expect(missingOf(schema.parse({ ...whole, s3SecretKey: undefined }))).toBe('HOLDALL_S3_SECRET_KEY');
    expect(missingOf(schema.parse({ s3SecretKey: 'a' }))).toBe('HOLDALL_S3_BUCKET');
    expect(missingOf(schema.parse(whole))).toBeUndefined();
  });

  test.each([
    { s3Bucket: '../other' },
    { s3Bucket: 'a b' },
    { s3Region: 'eu/central' },
    { s3Endpoint: 'ftp://s3.example.com' },
    { s3Endpoint: 'https://s3.example.com/path' },
    { s3Endpoint: 'https://user@s3.example.com' },
    { s3Prefix: '/files/' },
    { s3Prefix: 'files' },
    { s3Prefix: '../' },
    { s3SecretKey: 'with space' },
    { s3PathStyle: 'perhaps' },
  ])('is not %o', (values) => {
    expect(schema.safeParse(values).success).toBe(false);
  });
});
