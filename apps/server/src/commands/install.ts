import { z } from 'zod';
import { ConfigError } from '#config/load.ts';
import type { Installation, SetupService } from '#features/setup/index.ts';

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
    if (!(error instanceof z.ZodError)) throw error;
    const sentences = error.issues.map(
      (issue) => `The installation's ${issue.path.join('.')}: ${issue.message}`,
    );
    throw new ConfigError(sentences.join('\n'));
  }
};
