import { useEffect } from 'react';
import { getConfig } from '#shared/config/config.ts';
import { honestName } from '#shared/lib/split-name.ts';

/** Names the page in the browser: `{heading} — {application}`. */
export const useTitle = (heading: string): void => {
  useEffect(() => {
    document.title = `${honestName(heading)} — ${getConfig().app.title}`;
  }, [heading]);
};
