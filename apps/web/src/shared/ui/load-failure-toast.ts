import { text } from '#shared/i18n/messages.ts';
import type { ChunkError } from './lazy-chunk.ts';
import { showToast } from './toast.ts';

/** Says in a notice that a part of the application did not load: without a network that alone, and why else. */
export const showLoadFailure = ({ chunk: id, reason }: ChunkError, instead?: string): void => {
  const message = instead ?? text('chunk_failure.message', { id, reason });
  showToast({ type: 'danger', message: navigator.onLine ? message : text('offline.title') });
};
