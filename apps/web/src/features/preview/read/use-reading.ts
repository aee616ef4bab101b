import { useEffect, useState } from 'react';
import { startWorker } from '#shared/lib/own-worker.ts';
import type { PreviewItem } from '../preview-item.ts';
import { extensionOf } from '../preview-kind.ts';
import type { Reading, ReadingTask } from './reader.worker.ts';
import workerAddress from './reader.worker.ts?worker&url';
import { createTextReader, type TextPages } from './text-pages.ts';

/** Characters that are read into colours; a longer text stays plain. */
const maxRead = 2_000_000;

interface State {
  readonly pages?: TextPages;
  /** The worker's result for the text, or for an earlier part of it; undefined for plain text. */
  readonly reading?: Reading | undefined;
  readonly failed?: boolean;
}

const languageFor = ({ attributes: { name, mimetype } }: PreviewItem): string =>
  // A page that calls itself a text is still HTML.
  mimetype?.startsWith('text/html') ? 'html' : extensionOf(name) || name.toLowerCase();

/** The longest time that reading may take; slower texts are shown plain. */
const timeLimit = 4000;

/**
 * Has a text read beside the page, which never waits for it.
 * @returns undefined where it took too long or failed: then the text itself is all there is.
 */
const readText = (task: ReadingTask, signal: AbortSignal): Promise<Reading | undefined> =>
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

/** Reads a text file: its beginning at once, more on demand; colours follow. */
export const useReading = (item: PreviewItem, kind: 'code' | 'markdown') => {
  const { file_url: address, size } = item.attributes;
  const [state, setState] = useState<State>({});
  const [turn, setTurn] = useState(0);
  const [done, setDone] = useState(-1);
  const [read] = useState(() => createTextReader(address ?? '', size ?? 0));
  const language = languageFor(item);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = async (): Promise<void> => {
      const pages = await read(signal);
      if (signal.aborted) return;
      setState((before) => ({ ...before, pages }));
      setDone(turn);
      if (!pages.encoding || pages.text.length > maxRead) return;
      const task = { kind, text: pages.text, language } as const;
      const reading = await readText(task, signal);
      if (!signal.aborted) setState((before) => ({ ...before, reading }));
    };
    load().catch(() => !signal.aborted && setState({ failed: true }));
    return () => leaving.abort();
  }, [read, turn, kind, language]);

  return { ...state, loading: done < turn, more: () => done === turn && setTurn(turn + 1) };
};
