import { createStore } from '#shared/lib/store.ts';

/** A mail that the user waits for. */
export interface SentMail {
  readonly kind: 'reset' | 'registration';
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The last mail requested on this page, which no address of the browser reveals. */
export const sentMail = createStore<SentMail | undefined>(undefined);

/** The address that prefills sign-in. */
export const signInAs = createStore('');
