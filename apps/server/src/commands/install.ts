import { z } from 'zod';
import { ConfigError } from '#config/load.ts';
import { AppError } from '#lib/app-error.ts';
import type { Installation } from '#features/setup/index.ts';

const lineOf = (field: string, sentence: string): string => `The installation's ${field}: ${sentence}`;

/** Returns the faults of an installation's values, one a line; undefined for other errors. */
export const faultsIn = (error: unknown): string | undefined => {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => lineOf(path.join('.'), message)).join('\n');
  if (!(error instanceof AppError)) return undefined;
  const fields = Object.entries(error.details.errors ?? {});
  return fields.length === 0
    ? error.message
    : fields.flatMap(([field, sentences]) => sentences.map((sentence) => lineOf(field, sentence))).join('\n');
};

/**
 * Installs without the wizard.
 *
 * @returns false where the installation exists already
 * @throws ConfigError with a sentence for each value that is not acceptable
 */
export const installFrom = async (
  install: (installation: Installation) => Promise<boolean>,
  installation: Installation,
): Promise<boolean> => {
  try {
    return await install(installation);
  } catch (error) {
    const faults = faultsIn(error);
    if (faults === undefined) throw error;
    throw new ConfigError(faults);
  }
};
