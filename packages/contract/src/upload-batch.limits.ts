/** The media type of a batch of files. */
export const batchType = 'application/vnd.holdall.batch';
/** The media type of its answer: a line of JSON for each record. */
export const batchAnswerType = 'application/x-ndjson';

/** The most that one request may bring. */
export const batchLimits = {
  records: 500,
  /** Of the whole body. */
  bytes: 16 * 1024 * 1024,
  /** Of the line in front of a file's bytes. The longest path takes a little more than 16 KiB. */
  lineBytes: 32 * 1024,
} as const;
