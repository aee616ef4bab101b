import { isSettled, type UploadEntry } from './upload-entry.ts';

/** What the dock shows: a value that never changes. */
export interface UploadSnapshot {
  /** In the order in which they were added. */
  readonly entries: readonly UploadEntry[];
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Left out because their names were taken. */
  readonly skipped: number;
  /** Wait for an answer: their names are taken. */
  readonly asking: number;
  /** Whether anything waits, is on its way or is still being gathered. */
  readonly active: boolean;
  /** Whether the queue waits for the network. */
  readonly offline: boolean;
  /** Whether everything has been sent and only the server's answer is missing. */
  readonly processing: boolean;
  /** 0–100, of all bytes, or of all entries where there are no bytes. */
  readonly percent: number;
  /** Bytes per second; 0 while unknown. */
  readonly speed: number;
  /** Until all is sent, at that speed; undefined while unknown. */
  readonly secondsLeft: number | undefined;
}

export interface QueueConditions {
  /** Bytes per second. */
  readonly speed: number;
  readonly offline: boolean;
  /** Whether files are still being gathered. */
  readonly reading: boolean;
}

/** Sums the queue up. */
export function summarise(
  entries: readonly UploadEntry[],
  { speed, offline, reading }: QueueConditions,
): UploadSnapshot {
  let done = 0;
  let failed = 0;
  let skipped = 0;
  let asking = 0;
  let bytes = 0;
  let behind = 0;
  let processing = false;
  for (const entry of entries) {
    bytes += entry.size;
    behind += isSettled(entry) ? entry.size : entry.sent;
    if (entry.state === 'done') done += 1;
    else if (entry.state === 'failed') failed += 1;
    else if (entry.state === 'skipped') skipped += 1;
    else if (entry.state === 'asking') asking += 1;
    else if (entry.state === 'processing') processing = true;
  }
  const total = entries.length;
  const settled = done + failed + skipped;
  const active = settled < total || (reading && total > 0);
  const share = bytes > 0 ? behind / bytes : total > 0 ? settled / total : 0;
  return {
    entries,
    total,
    done,
    failed,
    skipped,
    asking,
    active,
    offline: active && offline,
    processing: processing && behind === bytes,
    percent: Math.min(100, Math.floor(share * 100)),
    speed: active ? speed : 0,
    secondsLeft: active && speed > 0 ? Math.ceil((bytes - behind) / speed) : undefined,
  };
}

/** Rows as the dock lists them: what needs attention, what is on its way, what waits, then what is done, newest first. */
export function inDockOrder(entries: readonly UploadEntry[]): readonly UploadEntry[] {
  const failed: UploadEntry[] = [];
  const asking: UploadEntry[] = [];
  const current: UploadEntry[] = [];
  const waiting: UploadEntry[] = [];
  const done: UploadEntry[] = [];
  for (const entry of entries) {
    if (entry.state === 'failed') failed.push(entry);
    else if (entry.state === 'asking') asking.push(entry);
    else if (entry.state === 'waiting') waiting.push(entry);
    else if (isSettled(entry)) done.push(entry);
    else current.push(entry);
  }
  return [...failed, ...asking, ...current, ...waiting, ...done.toReversed()];
}
