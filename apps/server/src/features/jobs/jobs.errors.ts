/** Thrown by a handler to say that another attempt would not help. */
export class JobFailedError extends Error {
  override readonly name = 'JobFailedError';
}
