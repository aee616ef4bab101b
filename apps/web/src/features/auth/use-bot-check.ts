import { useEffect } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { BotCheckError } from './bot-check-error.ts';

/** Action that a token is bound to; the server expects the same word. */
export type BotAction = 'sign_in' | 'register' | 'forgot_password';

interface BotCheck {
  /** Error of the form: the service did not load, else the call's failure. */
  readonly problemOf: (error: unknown) => unknown;
  readonly retry: () => void;
  /**
   * Returns the part of a call's body that proves that it comes from this page; empty where the service is off.
   * @throws {BotCheckError}
   */
  readonly proof: () => Promise<{ readonly recaptcha?: string }>;
}

const failures = createStore<BotCheckError | undefined>(undefined);
/** Counts abandoned forms, so that their pending loads do not affect the current one. */
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
  // The form shows that the script did not load.
  attempt(async () => (await service()).loadBotCheck()).catch(() => undefined);
};

const remove = (): void => {
  left += 1;
  failures.set(undefined);
  // A script that did not load needs no removal.
  service()
    .then(({ removeBotCheck }) => removeBotCheck())
    .catch(() => undefined);
};

/** Loads the bot-protection service while the form is mounted, where it is enabled. */
export const useBotCheck = (action: BotAction): BotCheck => {
  const isOn = useConfig((config) => config.allowedRecaptcha);
  const failure = useStore(failures);
  useEffect(() => {
    if (!isOn) return undefined;
    load();
    return remove;
  }, [isOn]);
  return {
    // A call that failed for lack of the service can be retried once it has loaded.
    problemOf: (error) => failure ?? (error instanceof BotCheckError ? undefined : error),
    retry: load,
    proof: async () =>
      isOn ? { recaptcha: await attempt(async () => (await service()).botToken(action)) } : {},
  };
};
