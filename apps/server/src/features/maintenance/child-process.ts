import { doctorChecks } from '@holdall/contract/admin-maintenance';
import { z } from 'zod';
import type { Report, ExaminationRequest } from './doctor.types.ts';

/** Runs a command of this program in a child process. */
export type RunChildProcess = (
  words: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly code: number | null; readonly output: string; readonly complaints: string }>;

/** The output of `holdall doctor --json`. */
const printed = z.object({
  at: z.iso.datetime(),
  repair: z.boolean(),
  readPercent: z.number(),
  sound: z.boolean(),
  checks: z.array(
    z.object({
      check: z.enum(doctorChecks),
      state: z.enum(['ok', 'warning', 'failed']),
      examined: z.number(),
      found: z.number(),
      repaired: z.number(),
      examples: z.array(z.string()),
    }),
  ),
});

const failed = z.object({ error: z.object({ message: z.string() }) });

/** Returns why `holdall doctor --json` failed. */
const reasonIn = (output: string): string | undefined => {
  try {
    return failed.parse(JSON.parse(output)).error.message;
  } catch {
    return undefined;
  }
};

/** Exit codes with a report. */
const reporting: ReadonlySet<number | null> = new Set([0, 3, 4]);

/**
 * Runs the doctor in a child process, because its checks, SQLite's above all, would block requests. It stops when
 * the signal is aborted.
 */
export const examineInChildProcess =
  (run: RunChildProcess) =>
  async ({ repair, readPercent }: ExaminationRequest, signal: AbortSignal): Promise<Report> => {
    const words = [
      'doctor',
      '--json',
      '--read-data-subset',
      String(readPercent),
      ...(repair ? ['--repair'] : []),
    ];
    const { code, output, complaints } = await run(words, signal);
    if (!reporting.has(code))
      throw new Error(reasonIn(output) ?? (complaints.trim() || `The doctor ended with ${code}.`));
    const report = printed.parse(JSON.parse(output));
    return { ...report, at: Date.parse(report.at) };
  };
