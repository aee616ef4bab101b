import { z } from 'zod';
import { appEndpoints } from './app.endpoints.ts';
import { endpoint } from './endpoint.ts';

/** A BCP 47 language tag of the simple kind: `en`, `pt-BR`. */
export const locale = z
  .string()
  .max(100, { abort: true })
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);

/** Messages by dotted key, e.g. `files.empty.title`. */
export const messages = z.record(z.string(), z.string());
export type Messages = z.output<typeof messages>;

export const getTranslations = endpoint({
  ...appEndpoints.getTranslations,
  access: 'public',
  tag: 'Application',
  summary:
    'All messages of a language, keyed flat, with English where a translation is missing; an unknown language answers English.',
  params: z.strictObject({ locale }),
  answers: { 200: messages },
  errors: ['request.not_found'],
});

/** The part of the endpoint table that stands here. */
export const translationsTable = { getTranslations };
