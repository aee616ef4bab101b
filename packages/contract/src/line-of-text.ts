import { z } from 'zod';

/** They turn letters round, so that `exe.jpg` is read where `gpj.exe` stands; languages do without them. */
const overrides = /[\u202D\u202E]/;
export const turnsLetters = (text: string): boolean => overrides.test(text);

/** Characters beyond which no line of text is looked at; most have a limit of their own below it. */
const lineLimit = 20_000;

/** One line that is shown, kept or looked for: without line breaks, what no database keeps, or what turns letters round. */
export const lineOfText = z
  .string('Enter text.')
  .trim()
  .max(lineLimit, { error: 'This is too long.', abort: true })
  .regex(/^\P{Cc}*$/u, 'Don’t use line breaks or control characters.')
  .refine((text) => !turnsLetters(text), {
    message: 'Don’t use characters that reverse text direction.',
    abort: true,
  });
