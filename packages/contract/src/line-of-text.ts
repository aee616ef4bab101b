import { z } from 'zod';

/** One line that is shown, kept or looked for: without line breaks, and without what no database keeps. */
export const lineOfText = z
  .string('Enter text.')
  .trim()
  .regex(/^\P{Cc}*$/u, 'Use no line breaks or control characters.');
