import { useEffect, useState } from 'react';
import type { Block } from './markdown.ts';
import { maxRead, readBeside } from './read-beside.ts';

/** Milliseconds without typing after which a text is read. */
const rest = 250;

/** Reads a Markdown text while it is written; what was read last stays until the text rests. */
export const useMarkdown = (text: string): readonly Block[] => {
  const [blocks, setBlocks] = useState<readonly Block[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async (): Promise<void> => {
      const reading = await readBeside({ kind: 'markdown', text: text.slice(0, maxRead) }, signal);
      if (!signal.aborted && reading) setBlocks(reading.markdown);
    };
    const timer = setTimeout(() => void read(), rest);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  return blocks;
};
