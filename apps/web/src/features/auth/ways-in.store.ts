import { createStore } from '#shared/lib/store.ts';

/** A mail that somebody waits for. */
export interface SentMail {
  readonly kind: 'reset' | 'registration';
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The mail that this page has asked for last: no address of the browser tells of it. */
export const sentMail = createStore<SentMail | undefined>(undefined);

/** The address that sign-in begins with. */
export const signInAs = createStore('');
