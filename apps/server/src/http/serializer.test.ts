import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import fastJsonStringify from 'fast-json-stringify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerJsonSchema, loadSerializers, serializerOf } from '#http/serializer.ts';

describe('serialisers of answers', () => {
  beforeAll(() => loadSerializers());

  const answers = Object.values(endpoints).flatMap((one: Endpoint) =>
    Object.entries(one.answers)
      .filter((entry): entry is [string, z.ZodType] => entry[1] !== null && entry[1] !== 'bytes')
      .map(([status, schema]) => ({ name: `${one.method} ${one.path} ${status}`, schema })),
  );

  it.each(answers)('can be compiled for $name', ({ schema }) => {
    expect(fastJsonStringify(answerJsonSchema(schema))).toBeTypeOf('function');
  });

  it('omit fields that the schema does not have', () => {
    const serialize = serializerOf(z.object({ name: z.string(), note: z.string().nullable() }));

    expect(serialize({ name: 'a', note: null, hash: 'secret' })).toBe('{"name":"a","note":null}');
    expect(serialize({ name: 'b', note: 'c', hash: 'secret' })).toBe('{"name":"b","note":"c"}');
  });

  it('are compiled once per schema', () => {
    const schema = z.object({ id: z.string() });

    expect(serializerOf(schema)).toBe(serializerOf(schema));
    expect(serializerOf(schema)).not.toBe(serializerOf(z.object({ id: z.string() })));
  });
});
