import { describe, expect, test } from 'vitest';
import {
  emptyHash,
  encodeKey,
  hashOf,
  queryText,
  signHeaders,
  signQuery,
} from '#adapters/s3/s3-signature.ts';

/** The examples of the Amazon S3 API reference, "Signature Calculations for the Authorization Header" and "Query Parameters". */
const identity = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = Date.UTC(2013, 4, 24);
const host = 'examplebucket.s3.amazonaws.com';
const get = { method: 'GET', host, path: '/', query: {}, headers: {}, bodyHash: emptyHash };

describe('the signature', () => {
  test.each([
    [
      'of an object, a part of it',
      { ...get, path: '/test.txt', headers: { range: 'bytes=0-9' } },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'of an upload',
      {
        ...get,
        method: 'PUT',
        path: encodeKey('/test$file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        bodyHash: hashOf('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'of a query without a value',
      { ...get, query: { lifecycle: '' } },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'of a listing',
      { ...get, query: { prefix: 'J', 'max-keys': '2' } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s matches the published example', (_what, request, signature) => {
    const { authorization = '' } = signHeaders(identity, request, now);
    expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,');
    expect(authorization.split('Signature=')[1]).toBe(signature);
  });

  test('of an address matches the published example', () => {
    const query = signQuery(identity, { ...get, path: '/test.txt' }, { now, seconds: 86_400 });
    expect(new URLSearchParams(query).get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  test('covers every header', () => {
    const request = { ...get, headers: { 'x-amz-copy-source': '/a/b' } };
    expect(signHeaders(identity, request, now)['authorization']).toContain(
      'SignedHeaders=host;x-amz-content-sha256;x-amz-copy-source;x-amz-date,',
    );
  });
});

test('ambiguous characters are encoded', () => {
  expect(encodeKey("/a b/!'()*/ä/~-_.")).toBe('/a%20b/%21%27%28%29%2A/%C3%A4/~-_.');
  expect(queryText({ b: '1+ 2', a: '' })).toBe('a=&b=1%2B%202');
});
