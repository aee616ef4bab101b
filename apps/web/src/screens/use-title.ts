import { useEffect } from 'react';
import { getConfig } from '#shared/config/config.ts';

/** Names the page in the browser: `{heading} — {application}`. */
export const useTitle = (heading: string): void => {
  useEffect(() => {
    document.title = `${heading} — ${getConfig().app.title}`;
  }, [heading]);
};
