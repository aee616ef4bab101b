import { expect, it } from 'vitest';
import { z } from 'zod';
import { typeText } from '#http/type-text.ts';

const of = (schema: z.ZodType): string => typeText(z.toJSONSchema(schema, { io: 'input' }));

it('writes objects, options, lists, alternatives and bounds', () => {
  const schema = z.object({
    name: z.string().min(1).max(80),
    sort: z.enum(['name', 'size']).default('name'),
    size: z.int().nullable(),
    at: z.iso.datetime().optional(),
    tags: z.array(z.union([z.string(), z.number()])),
    rest: z.record(z.string(), z.boolean()),
    nothing: z.object({}),
  });
  expect(of(schema)).toBe(`{
  name: string; /* minLength 1, maxLength 80 */
  sort?: "name" | "size"; /* default "name" */
  size: integer | null;
  at?: string (date-time);
  tags: (string | number)[];
  rest: {
    [name: string]: boolean;
  };
  nothing: {};
}`);
});
