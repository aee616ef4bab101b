import { nameMaxBytes } from '@holdall/contract/limits';
import type { TextKey } from '#shared/i18n/messages.ts';

const bytes = new TextEncoder();

/**
 * Returns the reason why a name cannot be sent: it is empty, has a slash, or is too long. The server checks the rest.
 */
export const nameFault = (name: string): TextKey | undefined => {
  if (name === '') return 'checks.name_of_item';
  if (name.includes('/')) return 'checks.name_slash';
  // Counted as it is stored, where an accent is part of its letter.
  return bytes.encode(name.normalize('NFC')).length > nameMaxBytes ? 'checks.name_too_long' : undefined;
};
