import type FastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const isNull = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'null';

// `anyOf: [X, null]` makes the serializer validate each value; a nullable X is a plain branch.
const collapseNullable = (schema: JsonSchema): void => {
  const options = schema['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return;
  const other: unknown = options.find((option) => !isNull(option));
  if (typeof other !== 'object' || other === null || !options.some(isNull)) return;
  delete schema['anyOf'];
  Object.assign(schema, other, { nullable: true });
};

/** The JSON Schema by which an answer is serialised: fields it does not name never leave the server. */
export const answerJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      collapseNullable(jsonSchema);
      // Formats and patterns are for readers of the API; checking our own output again costs time.
      delete jsonSchema.pattern;
      delete jsonSchema.format;
    },
  });

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
