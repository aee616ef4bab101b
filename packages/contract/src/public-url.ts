import { z } from 'zod';
import { isOriginAlone } from './patterns.ts';

/** The address at which people reach the application: an origin. Empty: where it listens. */
export const publicUrl = z
  .string('Enter text.')
  .trim()
  .max(320, { error: 'This is too long.', abort: true })
  .refine((text) => text === '' || isOriginAlone(text), {
    message: 'Enter an address like https://files.example.com, with nothing after it.',
    abort: true,
  })
  .transform((text) => (text === '' ? '' : new URL(text).origin));
