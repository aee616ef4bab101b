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
