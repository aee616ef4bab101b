import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '#commands/usage-error.ts';
import { ConfigError } from '#config/load.ts';
import { reasonOf } from '#lib/reason-of.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
interface Words<O extends Options> {
  args: string[];
  options: O;
  strict: true;
  allowPositionals: true;
}

/** Refuses what is no option, or not used as one, before the parser does it in words of its own. */
const checkOptions = (args: readonly string[], options: Options): void => {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const type = options[name]?.type;
    if (type === undefined) throw new UsageError(`There is no option ${rawName}.`);
    if (type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    // A value that looks like an option is one: the value is missing.
    if (type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value))))
      throw new UsageError(`${rawName} needs a value.`);
  }
};

/** Parses the arguments of a command. @throws UsageError where the command does not accept them */
export const parseArguments = <const O extends Options>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<Words<O>>> => {
  checkOptions(args, options);
  return parseArgs<Words<O>>({ args: [...args], options, strict: true, allowPositionals: true });
};

/** As `parseArguments`, for a command that takes options alone. @param command its name */
export const parseOptions = <const O extends Options>(
  args: readonly string[],
  options: O,
  command: string,
): ReturnType<typeof parseArgs<Words<O>>>['values'] => {
  const { values, positionals } = parseArguments(args, options);
  if (positionals.length > 0) throw new UsageError(`${command} takes no “${positionals[0]}”.`);
  return values;
};

/** Looks at what `--to` names as a database. @throws UsageError */
export const checkDatabaseTarget = (to: string | undefined): void => {
  if (to !== undefined && to !== 'sqlite' && !/^postgres(ql)?:\/\/./.test(to))
    throw new UsageError('--to takes sqlite, or an address that begins with postgres://.');
};

/** Reads a file. @param file `-` reads standard input. @param what its name in a sentence. @throws ConfigError */
export const readInput = (file: string, what = file): Buffer => {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new ConfigError(`${what} cannot be read: ${reasonOf(error, what === file ? file : undefined)}.`);
  }
};

/** The one line of a file, a password for example; otherwise as `readInput`. */
export const readInputLine = (file: string, what?: string): string =>
  readInput(file, what)
    .toString('utf8')
    .replace(/\r?\n$/, '');
