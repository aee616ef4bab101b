/** The sealed text cannot be opened: another key, another context, or damage. */
export class UnsealableError extends Error {
  override readonly name = 'UnsealableError';

  constructor(options?: ErrorOptions) {
    super('What was sealed cannot be opened with the secret key of this server.', options);
  }
}

/** Encrypts secrets that are stored in the database and its copies. */
export interface Sealer {
  /** @param context purpose of the secret; it opens for no other */
  seal(text: string, context: string): string;
  /** @throws UnsealableError */
  open(sealed: string, context: string): string;
}
