import { z } from 'zod';
import type { BotCheck, BotVerdict } from '#ports/bot-check.ts';
import type { Outbound } from '#ports/outbound.ts';

/** The service's own threshold for a page like a sign-in. */
const humanScore = 0.5;
const longestToken = 8192;
const timeoutMs = 5_000;

/** https://developers.google.com/recaptcha/docs/v3#site_verify_response */
const verdictSchema = z.object({
  success: z.boolean(),
  score: z.number().min(0).max(1).optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type Verdict = z.output<typeof verdictSchema>;

const readVerdict = (body: string): Verdict | undefined => {
  try {
    return verdictSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

/** The secret is not one of this service, or of another version of it: the visitor is not to blame. */
const isMisconfigured = ({ success, score, 'error-codes': codes }: Verdict): boolean =>
  success ? score === undefined : codes.some((code) => code.endsWith('-input-secret'));

export interface RecaptchaOptions {
  readonly outbound: Outbound;
  /** Origin of the service. */
  readonly origin: string;
}

/** Asks reCAPTCHA v3 (or what speaks like it at another origin) whether a visitor is a person. */
export const createRecaptcha = ({ outbound, origin }: RecaptchaOptions): BotCheck => ({
  verify: async ({ secret, token, address, action, host }): Promise<BotVerdict> => {
    if (token === '' || token.length > longestToken) return 'bot';
    let answer;
    try {
      answer = await outbound.postForm(`${origin}/recaptcha/api/siteverify`, {
        fields: { secret, response: token, remoteip: address },
        timeoutMs,
        trusted: true,
      });
    } catch {
      return 'unavailable';
    }
    const verdict = answer.status === 200 ? readVerdict(answer.body) : undefined;
    if (verdict === undefined || isMisconfigured(verdict)) return 'unavailable';
    const isOurs = verdict.action === action && (host === undefined || verdict.hostname === host);
    return verdict.success && isOurs && (verdict.score ?? 0) >= humanScore ? 'human' : 'bot';
  },
});
