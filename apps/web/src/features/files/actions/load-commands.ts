import { text } from '#shared/i18n/messages.ts';
import { ChunkError, loadChunk } from '#shared/ui/lazy-chunk.ts';
import { showToast } from '#shared/ui/toast.ts';
import type * as commands from './commands.tsx';

type Commands = typeof commands;

let loading: Promise<Commands> | undefined;

/** Loads what changes items; a failed load is tried again the next time. */
export const loadCommands = (): Promise<Commands> => {
  loading ??= loadChunk('item-actions', () => import('./commands.tsx'));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/** Does something with the commands; a toast tells where they do not load. */
export const command = async (run: (loaded: Commands) => unknown): Promise<void> => {
  try {
    await run(await loadCommands());
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error;
    const { chunk: id, reason } = error;
    showToast({ type: 'danger', message: text('chunk_failure.message', { id, reason }) });
  }
};
