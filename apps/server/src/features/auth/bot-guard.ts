import { AppError } from '#lib/app-error.ts';
import type { BotCheck } from '#ports/bot-check.ts';

/** The action that a page requests a token for; the service confirms it. */
export type BotAction = 'sign_in' | 'register' | 'forgot_password';

export interface BotGuardDeps {
  readonly botCheck: BotCheck;
  /** The secret of the bot-protection service; undefined if it is off. */
  readonly botSecret: () => Promise<string | undefined>;
  /** The public address, if it is known. */
  readonly publicOrigin: () => string | undefined;
  /** Receives failures to reach the service. */
  readonly onError: (error: unknown) => void;
}

export interface BotGuard {
  /**
   * Refuses programs if bot protection is on.
   *
   * @param onOutage decides whether people pass while the service cannot be reached
   * @throws bot.refused
   */
  check(visit: {
    readonly token: string | undefined;
    readonly address: string;
    readonly action: BotAction;
    readonly onOutage: 'pass' | 'refuse';
  }): Promise<void>;
}

export const createBotGuard = ({ botCheck, botSecret, publicOrigin, onError }: BotGuardDeps): BotGuard => ({
  check: async ({ token, address, action, onOutage }) => {
    const secret = await botSecret();
    if (secret === undefined) return;
    if (token === undefined || token === '') throw new AppError('bot.refused');
    const origin = publicOrigin();
    const host = origin === undefined ? undefined : new URL(origin).hostname;
    const verdict = await botCheck.verify({ secret, token, address, action, host });
    if (verdict === 'human') return;
    if (verdict === 'bot') throw new AppError('bot.refused');
    onError(new Error('The bot-protection service could not be asked.'));
    if (onOutage === 'refuse') throw new AppError('bot.refused');
  },
});
