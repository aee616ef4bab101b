/** Thrown by a handler: doing the job again would not help. */
export class JobFailedError extends Error {
  override readonly name = 'JobFailedError';
}
