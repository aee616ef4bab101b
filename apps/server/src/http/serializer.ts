import fastJsonStringify from 'fast-json-stringify';
import type { z } from 'zod';
import { answerJsonSchema } from '#http/json-schema.ts';

/** An answer as JSON, with the fields alone that its schema names. @throws where a value is none of the schema's */
export type Serialize = (answer: unknown) => string;

const known = new WeakMap<z.ZodType, Serialize>();

/**
 * How answers of a schema of the contract are serialised. A serialiser is compiled when it is first used and kept with
 * its schema: compiling all of them took most of the time in which a server started.
 */
export const serializerOf = (schema: z.ZodType): Serialize => {
  const made = known.get(schema);
  if (made !== undefined) return made;
  let compiled: Serialize | undefined;
  const serialize: Serialize = (answer) => {
    compiled ??= fastJsonStringify(answerJsonSchema(schema));
    return compiled(answer);
  };
  known.set(schema, serialize);
  return serialize;
};
