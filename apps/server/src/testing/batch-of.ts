import type { BatchAnswer, BatchRecord } from '@holdall/contract/upload-batch';
import { batchAnswerType } from '@holdall/contract/upload-batch.limits';

/** A file of a batch: its line but for the size, which is that of its bytes unless it is said. */
export interface BatchedFile extends Omit<BatchRecord, 'size'> {
  readonly size?: number;
  readonly bytes: string;
}

/** The body of a batch with these files. */
export const batchOf = (...files: readonly BatchedFile[]): string =>
  files
    .map(({ bytes, ...line }) => `${JSON.stringify({ size: Buffer.byteLength(bytes), ...line })}\n${bytes}`)
    .join('');

/** Parses the lines that answer a batch. */
export const batchAnswersOf = (body: string): BatchAnswer[] =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BatchAnswer);

/** An answer of the server, or of its only file where it answers a batch: with the status and the code that a single call would have. */
export const ownAnswerOf = (answer: {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}): { readonly statusCode: number; readonly body: string } => {
  if (answer.headers['content-type'] !== batchAnswerType) return answer;
  const [line] = batchAnswersOf(answer.body);
  return { statusCode: line?.status ?? 0, body: JSON.stringify(line) };
};
