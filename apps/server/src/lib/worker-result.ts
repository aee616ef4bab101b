import type { Worker } from 'node:worker_threads';

/** Waits for the message of a thread that sends one, and ends it. @param task named in the error of a thread that ends without */
export const workerResult = async <T>(worker: Worker, task: string): Promise<T> => {
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`${task} ended with ${code}`)));
    });
  } finally {
    await worker.terminate();
  }
};
