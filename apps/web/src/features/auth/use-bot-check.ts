import { useEffect } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { BotCheckError } from './bot-check-error.ts';

/** What a token is asked for; the server expects the same word. */
export type BotAction = 'sign_in' | 'register' | 'forgot_password';

interface BotCheck {
  /** What to tell of a form: that the service is not there, else why its call failed. */
  readonly problemOf: (error: unknown) => unknown;
  readonly retry: () => void;
  /**
   * The part of a call's body that shows that it comes from this page: nothing where the service is off.
   * @throws {BotCheckError}
   */
  readonly proof: () => Promise<{ readonly recaptcha?: string }>;
}

const failures = createStore<BotCheckError | undefined>(undefined);
/** Counts the forms that were left: what they had begun says nothing to the one that is there. */
let left = 0;
const service = () => import('./bot-check.ts');

const attempt = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
  const before = left;
  const tell = (failure?: BotCheckError): void => {
    if (left === before) failures.set(failure);
  };
  try {
    const answer = await act();
    tell();
    return answer;
  } catch (cause) {
    const failure = new BotCheckError('The bot protection is not there.', { cause });
    tell(failure);
    throw failure;
  }
};

const load = (): void => {
  // The form says that it did not load.
  attempt(async () => (await service()).loadBotCheck()).catch(() => undefined);
};

const remove = (): void => {
  left += 1;
  failures.set(undefined);
  // What did not load needs no taking away.
  service()
    .then(({ removeBotCheck }) => removeBotCheck())
    .catch(() => undefined);
};

/** Has the bot-protection service in the page as long as the form is there, where it is on. */
export const useBotCheck = (action: BotAction): BotCheck => {
  const isOn = useConfig((config) => config.allowedRecaptcha);
  const failure = useStore(failures);
  useEffect(() => {
    if (!isOn) return undefined;
    load();
    return remove;
  }, [isOn]);
  return {
    // A call that failed for want of the service may be made again once that is there.
    problemOf: (error) => failure ?? (error instanceof BotCheckError ? undefined : error),
    retry: load,
    proof: async () =>
      isOn ? { recaptcha: await attempt(async () => (await service()).botToken(action)) } : {},
  };
};
