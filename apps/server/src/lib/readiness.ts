import { AppError } from '#lib/app-error.ts';
import { createLimitedCheck, SilenceError } from '#lib/concurrency/limited-check.ts';

/** Parts that the application cannot do without, as sentences call them. */
const names = { database: 'The database', blobs: 'The file storage' } as const;

type Part = keyof typeof names;

const sentenceOf = (part: Part, cause: unknown): string =>
  `${names[part]} ${cause instanceof SilenceError ? 'does not answer' : 'does not work'}.`;

/**
 * Checks all parts concurrently, each with a time limit.
 *
 * @returns a check that rejects with `server.unavailable`, which names the part, or with the contract's error
 * that a part has thrown
 */
export const createReadiness = (
  parts: Readonly<Record<Part, () => Promise<void>>>,
): (() => Promise<void>) => {
  const checks = (Object.keys(names) as Part[]).map((part) => {
    const check = createLimitedCheck(parts[part]);
    return async (): Promise<{ readonly part: Part; readonly cause: unknown } | undefined> => {
      try {
        await check();
        return undefined;
      } catch (cause) {
        return { part, cause };
      }
    };
  });
  return async () => {
    const failed = (await Promise.all(checks.map((check) => check()))).filter((each) => each !== undefined);
    const [first] = failed;
    if (first === undefined) return;
    if (first.cause instanceof AppError) throw first.cause;
    throw new AppError('server.unavailable', {
      retryAfter: 5,
      reason: first.part,
      message: failed.map(({ part, cause }) => sentenceOf(part, cause)).join(' '),
      cause: first.cause,
    });
  };
};
