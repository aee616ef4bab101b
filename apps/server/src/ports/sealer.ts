/** What was sealed cannot be opened: another key, another context, or it was damaged. */
export class UnsealableError extends Error {
  override readonly name = 'UnsealableError';

  constructor(options?: ErrorOptions) {
    super('What was sealed cannot be opened with the secret key of this server.', options);
  }
}

/** Keeps secrets unreadable where they lie: in the database, and in its copies. */
export interface Sealer {
  /** @param context says what the secret is for; it can be opened for nothing else */
  seal(text: string, context: string): string;
  /** @throws UnsealableError */
  open(sealed: string, context: string): string;
}
