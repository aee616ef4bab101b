import { useEffect, useState } from 'react';
import { extensionOf } from '#shared/lib/text-file.ts';
import type { PreviewItem } from '../preview-item.ts';
import { maxRead, readBeside } from './read-beside.ts';
import type { Reading } from './reader.worker.ts';
import { createTextReader, type TextPages } from './text-pages.ts';

interface State {
  readonly pages?: TextPages;
  /** The worker's result for the text, or for an earlier part of it; undefined for plain text. */
  readonly reading?: Reading | undefined;
  readonly failed?: boolean;
}

const languageFor = ({ attributes: { name, mimetype } }: PreviewItem): string =>
  // A page that calls itself a text is still HTML.
  mimetype?.startsWith('text/html') ? 'html' : extensionOf(name) || name.toLowerCase();

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
      const reading = await readBeside(task, signal);
      if (!signal.aborted) setState((before) => ({ ...before, reading }));
    };
    load().catch(() => !signal.aborted && setState({ failed: true }));
    return () => leaving.abort();
  }, [read, turn, kind, language]);

  return { ...state, loading: done < turn, more: () => done === turn && setTurn(turn + 1) };
};
