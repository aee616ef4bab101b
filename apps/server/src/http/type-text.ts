interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: boolean | Schema;
  readonly format?: string;
  readonly default?: unknown;
}

const notes = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/** Returns a note on meaningful bounds: those of every integer are omitted. */
const noteOf = (schema: Schema): string => {
  const told = notes
    .filter((note) => typeof schema[note] === 'number' && Math.abs(schema[note]) < Number.MAX_SAFE_INTEGER)
    .map((note) => `${note} ${String(schema[note])}`);
  if (schema.default !== undefined) told.push(`default ${JSON.stringify(schema.default)}`);
  return told.length === 0 ? '' : ` /* ${told.join(', ')} */`;
};

const objectText = (
  { properties = {}, required = [], additionalProperties }: Schema,
  pad: string,
): string => {
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${pad}  ${name}${required.includes(name) ? '' : '?'}: ${text(schema, `${pad}  `)};${noteOf(schema)}`,
  );
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    lines.push(`${pad}  [name: string]: ${text(additionalProperties, `${pad}  `)};`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${pad}}`;
};

const text = (schema: Schema, pad: string): string => {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map((one) => text(one, pad)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((one) => text(one, pad)).join(' & ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'object') return objectText(schema, pad);
  if (schema.type === 'array') {
    const item = schema.items === undefined ? 'unknown' : text(schema.items, pad);
    return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'string' && schema.format !== undefined) return `string (${schema.format})`;
  return [schema.type ?? 'unknown'].flat().join(' | ');
};

/** A JSON schema as people read it: the notation of TypeScript's types. */
export const typeText = (schema: unknown): string => text(schema as Schema, '');
