import { isSettled, type UploadEntry } from './upload-entry.ts';

/** The immutable state that the dock shows. */
export interface UploadSnapshot {
  /** In the order in which they were added. */
  readonly entries: readonly UploadEntry[];
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** The number of files skipped because their names were taken. */
  readonly skipped: number;
  /** The number of files that wait for an answer because their names are taken. */
  readonly asking: number;
  /** True if an upload waits, is being sent or is still being gathered. */
  readonly active: boolean;
  /** True if the queue waits for the network. */
  readonly offline: boolean;
  /** True if all bytes have been sent and only the server's answer is missing. */
  readonly processing: boolean;
  /** Progress of the work, 0–100: of all bytes, with a surcharge for each of several entries. */
  readonly percent: number;
  /** Bytes per second; 0 while unknown, or while the number of files determines the time. */
  readonly speed: number;
  /** Remaining seconds at the recent rate; undefined while unknown. */
  readonly secondsLeft: number | undefined;
}

export interface QueueConditions {
  /** Bytes per second. */
  readonly speed: number;
  /** Entries per second. */
  readonly pace: number;
  readonly offline: boolean;
  /** True if files are still being gathered. */
  readonly reading: boolean;
}

/** Bytes that could be sent in the time that a small file takes in addition to its own bytes. */
const mostPerEntry = 64 * 1024;

/** Returns the seconds until `left` is finished at a rate; undefined if that is unknown. */
const timeFor = (left: number, perSecond: number): number | undefined =>
  perSecond > 0 ? Math.ceil(left / perSecond) : undefined;

/** Summarises the queue. */
export function summarise(
  entries: readonly UploadEntry[],
  { speed, pace, offline, reading }: QueueConditions,
): UploadSnapshot {
  let done = 0;
  let failed = 0;
  let skipped = 0;
  let asking = 0;
  let bytes = 0;
  let behind = 0;
  let processing = false;
  let sent = 0;
  for (const entry of entries) {
    bytes += entry.size;
    behind += isSettled(entry) ? entry.size : entry.sent;
    if (isSettled(entry) || entry.state === 'processing') sent += 1;
    if (entry.state === 'done') done += 1;
    else if (entry.state === 'failed') failed += 1;
    else if (entry.state === 'skipped') skipped += 1;
    else if (entry.state === 'asking') asking += 1;
    else if (entry.state === 'processing') processing = true;
  }
  const total = entries.length;
  const settled = done + failed + skipped;
  const active = settled < total || (reading && total > 0);
  const each = total > 1 ? Math.min(mostPerEntry, bytes / total) : 0;
  const share = bytes > 0 ? (behind + sent * each) / (bytes + total * each) : total > 0 ? settled / total : 0;
  const byBytes = timeFor(bytes - behind, speed);
  const byEntries = timeFor(total - settled, pace);
  // The rate of many small files does not predict a large one, and vice versa.
  const isPacedByEntries = byBytes !== undefined && byEntries !== undefined && byEntries < byBytes;
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
    speed: active && !isPacedByEntries ? speed : 0,
    secondsLeft: active ? (isPacedByEntries ? byEntries : byBytes) : undefined,
  };
}

/** Returns the rows of the dock: entries that need attention, are being sent, wait, and are finished, newest first. */
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
