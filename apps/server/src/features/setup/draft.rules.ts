import { type SetupStep, setupSteps } from '@holdall/contract/setup';
import { chunkSizeLimits } from '@holdall/contract/limits';
import { z } from 'zod';
import { settingsSchema } from '#features/settings/index.ts';
import type { Draft } from './draft.types.ts';

const draftSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  phase: z.enum(['open', 'installing']),
  done: z.array(z.enum(setupSteps)),
  requestSize: z.number().int().positive().nullable(),
  settings: settingsSchema.partial(),
  admin: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
});

/** Parses a stored draft; undefined if it is not one of this version. */
export const draftOf = (kept: unknown): Draft | undefined => {
  const { data } = draftSchema.safeParse(kept);
  if (data === undefined) return undefined;
  // Keeps only chosen values, because the next version may have other defaults.
  const named = (kept as { settings: object }).settings;
  return {
    ...data,
    settings: Object.fromEntries(Object.entries(data.settings).filter(([name]) => name in named)),
  };
};

export const emptyDraft = (id: string): Draft => ({
  id,
  phase: 'open',
  done: [],
  requestSize: null,
  settings: {},
  admin: null,
});

/** Returns the draft with a step done. */
export const withStep = (draft: Draft, step: SetupStep): Draft => ({
  ...draft,
  done: setupSteps.filter((known) => known === step || draft.done.includes(known)),
});

/**
 * Returns the draft with the largest request that reaches the server; a chosen chunk size is reduced to it.
 *
 * @param size bytes; null means no limit was found
 */
export const withRequestSize = (draft: Draft, size: number | null): Draft => {
  const chosen = draft.settings.chunk_size;
  const isTooLarge = chosen !== undefined && size !== null && chosen > size;
  const settings = isTooLarge
    ? { ...draft.settings, chunk_size: Math.max(size, chunkSizeLimits.min) }
    : draft.settings;
  return { ...draft, requestSize: size, settings };
};

/** Returns the first step that is not done. */
export const nextStep = ({ done }: Pick<Draft, 'done'>): SetupStep =>
  setupSteps.find((step) => !done.includes(step)) ?? 'admin-setup';
