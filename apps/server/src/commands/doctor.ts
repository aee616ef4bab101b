import { createProgressLine } from '#commands/doctor-progress.ts';
import { UsageError } from '#commands/setup.ts';
import { parseOptions } from '#commands/cli-input.ts';
import { print, printJson } from '#commands/cli-output.ts';
import { type Confinement, decodersHere, openDoctor } from '#compose/offline.ts';
import type { Config } from '#config/load.ts';
import {
  type CheckName,
  type CheckResult,
  examine,
  saveReport,
  type Report,
} from '#features/maintenance/index.ts';
import { diskTroubleOf } from '#features/storage/index.ts';

export const doctorHelp = `Usage: holdall doctor [--repair] [--read-data-subset PERCENT] [--json]

Checks everything that is stored: the database, every file's bytes, counters, unfinished uploads, permissions, free space.
It may run beside the server. Without --repair it changes nothing, but records what it found for the dashboard.

  --repair                      repair what can be repaired without losing anything
  --read-data-subset PERCENT    also read that share of the files and compare their checksums, e.g. 5%
  --json                        print the report, or the reason for its failure, as JSON

Exit codes: 0 no fault is left; 1 the check failed; 2 wrong usage; 3 faults were found;
4 no faults, but bytes without a file, as a crash leaves them: the server removes them within a day.`;

const options = {
  repair: { type: 'boolean' },
  'read-data-subset': { type: 'string' },
  json: { type: 'boolean' },
} as const;

const percentOf = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const percent = /^\d{1,3}(\.\d+)?%?$/.test(text) ? Number(text.replace('%', '')) : Number.NaN;
  if (!(percent >= 0 && percent <= 100)) throw new UsageError('--read-data-subset takes 0% to 100%.');
  return percent;
};

const levels = { ok: 'ok', warning: 'look', failed: 'WRONG' } as const;

const lineOf = ({ check, state, examined, found, repaired }: CheckResult): string => {
  const what = found === 0 ? `${examined} looked at` : `${found} of ${examined} wrong, ${repaired} mended`;
  return `${levels[state].padEnd(6)}${check.padEnd(12)}${what}`;
};

/** The report says what was not read. */
const unread = `${'-'.padEnd(6)}${'content'.padEnd(12)}not read; --read-data-subset 5% reads a twentieth of the files`;

const createPrinter =
  (readPercent: number) =>
  (result: CheckResult): void => {
    print(result.check === 'content' && readPercent === 0 && result.examined === 0 ? unread : lineOf(result));
    for (const example of result.examples) print(`      ${example}`);
    const more = result.found - result.examples.length;
    if (more > 0) print(`      and ${more} more`);
  };

const foundations: ReadonlySet<CheckName> = new Set(['schema', 'database']);

/** Tells whether the database is sound enough to be written to. */
const isWritable = ({ checks }: Report): boolean =>
  checks.every(({ check, state }) => state !== 'failed' || !foundations.has(check));

interface Outcome {
  readonly code: number;
  readonly sentence: string;
}

/** Returns the exit code and closing line of an examination; 3 is reserved for problems that need a person. */
const outcomeOf = ({ sound, checks }: Report): Outcome => {
  if (!sound) return { code: 3, sentence: 'Something is wrong. Repair it, or restore a backup.' };
  if (checks.some(({ check, state }) => check === 'orphans' && state === 'warning'))
    return {
      code: 4,
      sentence:
        'Nothing is wrong. A crash has left bytes without a file; the server removes them within a day.',
    };
  return { code: 0, sentence: 'All is well.' };
};

/** Texts for the confinement of decoders, on the machine of the doctor. */
const isolation = {
  sandbox: 'they see only the file they are given, and no network',
  network: 'they have no network, but read what the server can; install bubblewrap, allow user namespaces',
  privileges: 'they read what the server can; install bubblewrap, allow user namespaces',
  none: 'they have the rights of the server; on Linux, install util-linux and bubblewrap',
};
const decoderLine = (found: Confinement | undefined): string => {
  if (found === undefined)
    return `${'-'.padEnd(6)}${'decoders'.padEnd(12)}not tried: no temporary folder can be made`;
  const { level, hasBounds } = found;
  const mark = level === 'sandbox' && hasBounds ? levels.ok : levels.warning;
  const bounds = hasBounds ? '' : '; their memory has no limit: install util-linux';
  return `${mark.padEnd(6)}${'decoders'.padEnd(12)}${isolation[level]}${bounds}`;
};

/** Records the findings for the dashboard. They are printed even where the disk is too full for that. */
const note = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const trouble = diskTroubleOf(error);
    if (trouble === undefined) throw error;
    process.stderr.write(`The dashboard was not told what was found. ${trouble.sentence}\n`);
  }
};

/** `holdall doctor`. @returns the exit code */
export const doctor = async (args: readonly string[], config: Config): Promise<number> => {
  const values = parseOptions(args, options, 'doctor');
  const asJson = values.json === true;
  const request = { repair: values.repair ?? false, readPercent: percentOf(values['read-data-subset']) };
  const { opened, close } = await openDoctor(config);
  try {
    const tell = createPrinter(request.readPercent);
    // A program that reads the report waits for its end, and takes complaints for complaints.
    const isWatched = !asJson || process.stderr.isTTY;
    const line = createProgressLine({
      isTerminal: process.stderr.isTTY,
      write: (text) => process.stderr.write(text),
      now: () => performance.now(),
    });
    const timer = isWatched ? setInterval(() => line.repeat(), 1_000) : undefined;
    const report = await examine(opened, request, {
      onChecked: (result) => {
        line.clear();
        if (!asJson) tell(result);
      },
      ...(isWatched && { onProgress: (progress) => line.show(progress) }),
    }).finally(() => {
      clearInterval(timer);
    });
    if (isWritable(report)) await note(() => saveReport(opened.db, report));
    const { code, sentence } = outcomeOf(report);
    const decoders = await decodersHere(config);
    if (asJson) printJson({ ...report, decoders: decoders ?? null, at: new Date(report.at).toISOString() });
    else for (const line of [decoderLine(decoders), sentence]) print(line);
    return code;
  } finally {
    await close();
  }
};
