import type { TextKey, TextValues } from '#shared/i18n/messages.ts';
import type { UploadSnapshot } from './upload-snapshot.ts';

export type Announce = (key: TextKey, values: TextValues) => void;

/**
 * Announces a run of uploads to assistive technology: its start, its half, and its end. It announces nothing else,
 * however many files there are.
 */
export function createAnnouncer(say: Announce): (snapshot: UploadSnapshot) => void {
  let isRunning = false;
  let saidHalf = false;

  return ({ active, total, done, failed, percent }) => {
    if (active && !isRunning) {
      saidHalf = percent >= 50;
      say('uploads.announce.started', { count: total - done - failed });
    } else if (active && !saidHalf && percent >= 50) {
      saidHalf = true;
      say('uploads.announce.half', {});
    } else if (!active && isRunning && total > 0) {
      if (failed > 0) say('uploads.announce.failed', { count: failed, done, total });
      else if (done === 0) say('uploads.nothing', {});
      else say('uploads.announce.finished', { count: done });
    }
    isRunning = active;
  };
}
