import { z } from 'zod';
import { ConfigError } from '#config/load.ts';
import { AppError } from '#lib/app-error.ts';
import type { Installation, SetupService } from '#features/setup/index.ts';

/** The fields at fault with what is wrong with each. */
const faultsOf = (error: unknown): (readonly [field: string, sentence: string])[] => {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => [issue.path.join('.'), issue.message] as const);
  const fields = error instanceof AppError ? Object.entries(error.details.errors ?? {}) : [];
  return fields.flatMap(([field, sentences]) => sentences.map((sentence) => [field, sentence] as const));
};

/**
 * Installs without the wizard.
 *
 * @returns false where the installation exists already
 * @throws ConfigError with a sentence for each value that is not acceptable
 */
export const installFrom = async (setup: SetupService, installation: Installation): Promise<boolean> => {
  try {
    return await setup.install(installation);
  } catch (error) {
    const faults = faultsOf(error);
    if (faults.length === 0) throw error;
    throw new ConfigError(
      faults.map(([field, sentence]) => `The installation's ${field}: ${sentence}`).join('\n'),
    );
  }
};
