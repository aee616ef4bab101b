import { email as emailRule } from '@holdall/contract/users';
import { z } from 'zod';
import { withInstallation } from '#commands/offline-command.ts';
import { UsageError } from '#commands/setup.ts';
import { readInputLine, parseArguments } from '#commands/cli-input.ts';
import { CommandError, print, printJson } from '#commands/cli-output.ts';
import type { Config } from '#config/load.ts';
import type { AdminService, OperatorResult } from '#features/admin/index.ts';
import { AppError } from '#lib/app-error.ts';

const options = {
  'password-file': { type: 'string' },
  admin: { type: 'boolean' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  'two-factor-off': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArguments<typeof options>>['values'];
type Operator = AdminService['users']['operator'];

interface Subcommand {
  /** Options that it accepts beside `--json`. */
  readonly takes: readonly (keyof typeof options)[];
  readonly run: (operator: Operator, email: string, values: Values) => Promise<OperatorResult>;
  readonly says: (result: OperatorResult) => string;
}

const passwordOf = ({ 'password-file': file = '-' }: Values): string => readInputLine(file);

const subcommands: Readonly<Record<string, Subcommand>> = {
  create: {
    takes: ['password-file', 'admin', 'first-name', 'last-name'],
    run: (operator, email, values) =>
      operator.create({
        email,
        password: passwordOf(values),
        firstName: values['first-name'] ?? '',
        lastName: values['last-name'] ?? '',
        role: values.admin === true ? 'admin' : 'user',
      }),
    says: ({ email, role }) =>
      `${email} has an account now${role === 'admin' ? ' and is an administrator' : ''}.`,
  },
  'reset-password': {
    takes: ['password-file', 'two-factor-off'],
    run: (operator, email, values) =>
      operator.resetPassword(email, {
        password: passwordOf(values),
        twoFactorOff: values['two-factor-off'] ?? false,
      }),
    says: ({ email, sessions }) => `${email} has the new password; ${sessions} sessions have ended.`,
  },
  promote: {
    takes: [],
    run: (operator, email) => operator.promote(email),
    says: ({ email }) => `${email} is an administrator.`,
  },
};

const parse = ([name = '', ...args]: readonly string[]) => {
  const subcommand = subcommands[name];
  if (subcommand === undefined)
    throw new UsageError(`user takes one of ${Object.keys(subcommands).join(', ')}.`);
  const { values, positionals } = parseArguments(args, options);
  const [email, ...others] = positionals;
  if (email === undefined || others.length > 0) throw new UsageError(`user ${name} takes one email.`);
  const stray = Object.keys(values).find(
    (key) => key !== 'json' && !subcommand.takes.some((taken) => taken === key),
  );
  if (stray !== undefined) throw new UsageError(`user ${name} takes no --${stray}.`);
  if (subcommand.takes.includes('password-file') && values['password-file'] === undefined)
    throw new UsageError('--password-file is needed.');
  // An account that is there may have one of before these rules.
  if (name === 'create' && !emailRule.safeParse(email).success)
    throw new UsageError(`“${email}” is no email address.`);
  return { subcommand, email, values };
};

/** Explains a refusal for a terminal: the rule that a value breaks, or a missing account. */
const refusalOf = (error: unknown, email: string): CommandError | undefined => {
  if (error instanceof z.ZodError)
    return new CommandError('invalid', error.issues.map(({ message }) => message).join('\n'));
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'user.not_found')
    return new CommandError(error.code, `There is no account with the email ${email}.`, { exitCode: 3 });
  const fields = Object.values(error.details.errors ?? {}).flat();
  return new CommandError(error.code, fields.length > 0 ? fields.join('\n') : error.message);
};

const run = (
  { subcommand, email, values }: ReturnType<typeof parse>,
  config: Config,
): Promise<OperatorResult> =>
  withInstallation(config, ({ services }) => subcommand.run(services.admin.users.operator, email, values));

/** `holdall user`. @returns the exit code */
export const user = async (args: readonly string[], config: Config): Promise<number> => {
  const parsed = parse(args);
  try {
    const done = await run(parsed, config);
    if (parsed.values.json === true) printJson(done);
    else print(parsed.subcommand.says(done));
    return 0;
  } catch (error) {
    throw refusalOf(error, parsed.email) ?? error;
  }
};
