import type FastJsonStringify from 'fast-json-stringify';
import type { z } from 'zod';
import { answerJsonSchema } from '#http/json-schema.ts';

/** Serialises an answer as JSON, with only the fields of its schema. @throws where a value violates the schema */
export type Serialize = (answer: unknown) => string;

let compile: typeof FastJsonStringify | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the compiler of serialisers, which brings a validator of JSON schemas with it: a tenth of a server's
 * start.
 *
 * @returns undefined where it is loaded already
 */
export const loadSerializers = (): Promise<void> | undefined =>
  compile === undefined
    ? (loading ??= import('fast-json-stringify').then((loaded) => {
        compile = loaded.default;
      }))
    : undefined;

const known = new WeakMap<z.ZodType, Serialize>();

/**
 * Returns the serialiser of a schema. It is compiled on first use and kept with its schema: compiling all of
 * them took most of a server's start. `loadSerializers` comes first.
 */
export const serializerOf = (schema: z.ZodType): Serialize => {
  const made = known.get(schema);
  if (made !== undefined) return made;
  let compiled: Serialize | undefined;
  const serialize: Serialize = (answer) => {
    if (compile === undefined) throw new Error('An answer is serialised before what does it is loaded.');
    compiled ??= compile(answerJsonSchema(schema));
    return compiled(answer);
  };
  known.set(schema, serialize);
  return serialize;
};
