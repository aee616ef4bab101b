import { useEffect } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { honestName } from '#shared/lib/split-name.ts';

/** Names the page in the browser: `{heading} — {application}`. */
export const useTitle = (heading: string): void => {
  const title = useConfig(({ app }) => app.title);
  useEffect(() => {
    document.title = `${honestName(heading)} — ${title}`;
  }, [heading, title]);
};
