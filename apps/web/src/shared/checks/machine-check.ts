import type { SetupCheckState } from '@holdall/contract/setup';
import { currentLocale, hasText, text } from '#shared/i18n/messages.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';

/** A check of a server's machine and its result. */
export interface MachineCheck {
  readonly name: string;
  readonly state: SetupCheckState;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The result of a check, in words. */
export interface Found {
  readonly name: string;
  readonly state: 'ok' | 'recommended' | 'broken';
  readonly title: string;
  readonly text: string;
  /** Lines of nginx's configuration that mend it. */
  readonly lines?: string;
}

/** Seconds that the clocks may differ. */
const tolerance = 60;
const states = { ok: 'ok', warning: 'recommended', failed: 'broken' } as const;

/** Returns the name of a check, and the sentence about its result. */
export const checkWords = (
  name: string,
  variant: string,
  values: Readonly<Record<string, string | number>>,
): Pick<Found, 'title' | 'text'> => {
  const title = `setup.check.${name}.${variant}`;
  const sentence = `${title}_text`;
  return {
    title: hasText(title) ? text(title) : name,
    // A newer server may look at more than this page has words for.
    text: hasText(sentence) ? text(sentence, values) : '',
  };
};

/**
 * Seconds between the clock of the server and this one's.
 *
 * @param asked when the page asked for what the server says of its own clock: looking takes a while, and nobody knows
 *   where in it the server has read it, so that between the two it is right
 */
export const clocksApart = (now: string, asked: number): number => {
  const theirs = Date.parse(now);
  const nearest = Math.min(Math.max(theirs, asked), Date.now());
  return Math.abs(theirs - nearest) / 1000;
};

const inSeconds = (seconds: number): string =>
  new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(seconds);

const shownFacts = ({ facts }: MachineCheck): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      name === 'free' && typeof fact === 'number' ? formatBytes(fact) : fact,
    ]),
  );

/** A check of the server in words. @param apart seconds between the clocks */
export const foundOf = (check: MachineCheck, apart: number): Found => {
  const { name, state, reason } = check;
  const differs = name === 'clock' && state === 'ok' && apart > tolerance;
  return {
    name,
    state: differs ? 'recommended' : states[state],
    ...checkWords(name, differs ? 'differs' : (reason ?? state), {
      ...shownFacts(check),
      ...(name === 'clock' && { seconds: inSeconds(apart) }),
    }),
  };
};
