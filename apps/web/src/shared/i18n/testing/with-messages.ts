import { en } from '@holdall/contract/messages/en';
import { vi } from 'vitest';
import { loadMessages } from '../messages.ts';

/** Loads the messages, as a page does before anything is drawn. */
export const withMessages = async (): Promise<void> => {
  vi.stubGlobal('fetch', async () => Response.json(en));
  await loadMessages('en');
  vi.unstubAllGlobals();
};
