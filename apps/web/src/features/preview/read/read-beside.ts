import { startWorker } from '#shared/lib/own-worker.ts';
import type { Reading, ReadingTask } from './reader.worker.ts';
import workerAddress from './reader.worker.ts?worker&url';

/** Characters that are read into colours; a longer text stays plain. */
export const maxRead = 2_000_000;

/** The longest time that reading may take; slower texts are shown plain. */
const timeLimit = 4000;

/**
 * Has a text read beside the page, which never waits for it.
 * @returns undefined where it took too long or failed: then the text itself is all there is.
 */
export const readBeside = (task: ReadingTask, signal: AbortSignal): Promise<Reading | undefined> =>
  new Promise((resolve) => {
    const worker = startWorker(workerAddress);
    const finish = (reading?: Reading): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onEnd);
      worker.terminate();
      resolve(reading);
    };
    const onEnd = (): void => finish();
    const timer = setTimeout(onEnd, timeLimit);
    signal.addEventListener('abort', onEnd);
    worker.addEventListener('message', ({ data }: MessageEvent<Reading>) => finish(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      onEnd();
    });
    worker.postMessage(task);
  });
