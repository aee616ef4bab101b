import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '#commands/usage-error.ts';
import { ConfigError } from '#config/load.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
interface Words<O extends Options> {
  args: string[];
  options: O;
  strict: true;
  allowPositionals: true;
}

/** Takes a command's words apart. @throws UsageError where they are not what the command knows */
export const parseWords = <const O extends Options>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<Words<O>>> => {
  try {
    return parseArgs<Words<O>>({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong usage');
  }
};

/** What a command cannot do. Its message is for people, its code for programs. */
export class CommandError extends ConfigError {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, sentence: string, { exitCode = 1 }: { readonly exitCode?: number } = {}) {
    super(sentence);
    this.code = code;
    this.exitCode = exitCode;
  }
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** For programs: one JSON object on one line. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));

/** What a file holds. @param file `-` reads standard input. @param what it is, in a sentence. @throws ConfigError */
export const bytesIn = (file: string, what = file): Buffer => {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new ConfigError(
      `${what} cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
  }
};

/** The one line of a file, a password for example; otherwise as `bytesIn`. */
export const lineFrom = (file: string, what?: string): string =>
  bytesIn(file, what)
    .toString('utf8')
    .replace(/\r?\n$/, '');
