import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { reasonOf } from '#lib/reason-of.ts';
import { missingOf, secretKeyFileName } from './object-storage.ts';
import {
  configSchema,
  dataDirName,
  environmentNames,
  type FileConfig,
  foreignPrefixes,
  installNames,
  secretSettings,
} from './schema.ts';

export interface AdminToInstall {
  readonly email: string;
  readonly password: string;
}

export interface Config extends FileConfig {
  /** Absolute. */
  readonly dataDir: string;
  /** The environment as it was given, for child processes; without the variables of an installation. */
  readonly environment: Environment;
  /** Folders that other programs are looked for in, as PATH has them. */
  readonly searchPath: string;
  /**
   * Reads the administrator of a new installation from the environment.
   *
   * @throws ConfigError where only half of it is set
   */
  readonly readAdmin: () => AdminToInstall | undefined;
  /** Reads the purchase code of a new installation from the environment. @throws ConfigError */
  readonly readPurchaseCode: () => string | undefined;
  /** Variables with our prefix that do not exist: probably typing errors. */
  readonly unknownVariables: readonly string[];
}

/** A configuration that cannot be used. Its message is a sentence that names the value at fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError(`${path} cannot be read: ${reasonOf(error, path)}.`);
  }
};

const readFileConfig = (path: string): Record<string, unknown> => {
  const text = readText(path);
  if (text === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(`${path} is not valid JSON: ${reasonOf(error)}.`);
  }
  throw new ConfigError(`${path} must hold a JSON object.`);
};

const known = new Set<string>([
  ...Object.values(environmentNames),
  ...Object.values(installNames),
  dataDirName,
  secretKeyFileName,
]);

// They are only reported: orchestrators add variables under a service's name to the environment.
const unknownVariables = (env: Environment): string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith('HOLDALL_') &&
      !known.has(name) &&
      !foreignPrefixes.some((prefix) => name.startsWith(prefix)),
  );

const fromEnvironment = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environmentNames)
      .map(([key, name]) => [key, env[name]?.trim()] as const)
      .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );

/** Names the source of a setting for people: the variable, or the key and its file. */
const sourceOf = (key: string, env: Record<string, string>, file: string): string =>
  key in env ? environmentNames[key as keyof FileConfig] : `“${key}” in ${file}`;

const isSecret = (key: string): boolean => secretSettings.includes(key);

const kinds: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
};

/** Default messages for settings without one of their own. */
const wordsOf: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' ? `must be ${kinds[issue.expected] ?? 'of another kind'}` : undefined;

interface Sources {
  readonly environment: Record<string, string>;
  readonly values: Record<string, unknown>;
  readonly file: string;
}

const sentence = (error: z.ZodError, { environment, values, file }: Sources): string => {
  const issue = error.issues[0];
  if (issue === undefined) return 'The configuration is not valid.';
  if (issue.code === 'unrecognized_keys')
    return `“${issue.keys[0]}” in ${file} is no setting of Holdall; look for a typing error.`;
  const key = String(issue.path[0]);
  const shown = isSecret(key) ? '' : ` (it is ${JSON.stringify(values[key])})`;
  return `${sourceOf(key, environment, file)} is not valid${shown}: ${issue.message}.`;
};

/** Reads the file that a variable names, without the final line break; undefined: the variable is not set. */
const namedText = (env: Environment, name: string): string | undefined => {
  const file = env[name]?.trim();
  if (file === undefined || file === '') return undefined;
  const text = readText(file);
  if (text === undefined) throw new ConfigError(`${name} names ${file}, which does not exist.`);
  return text.replace(/\r?\n$/, '');
};

const readPurchaseCode = (env: Environment): string | undefined => {
  const code = namedText(env, installNames.purchaseCodeFile) ?? env[installNames.purchaseCode];
  return code === undefined || code.trim() === '' ? undefined : code.trim();
};

const readAdmin = (env: Environment): AdminToInstall | undefined => {
  const email = env[installNames.email]?.trim();
  const inline = env[installNames.password];
  if (email === undefined || email === '') return undefined;
  const password = namedText(env, installNames.passwordFile);
  if (password !== undefined) return { email, password };
  if (inline === undefined || inline === '') {
    throw new ConfigError(
      `${installNames.email} is set, but neither ${installNames.password} nor ${installNames.passwordFile} is.`,
    );
  }
  return { email, password: inline };
};

const ofInstallation: ReadonlySet<string> = new Set(Object.values(installNames));

/** The password of the first administrator is nothing that other processes need to know. */
const withoutInstallation = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ofInstallation.has(name)));

/**
 * Reads the configuration: environment over `config.json` in the data directory over defaults.
 *
 * @param env the process environment
 * @param base folder that a relative data directory is relative to
 * @throws ConfigError naming the first bad value
 */
export const loadConfig = (env: Environment, base: string): Config => {
  const dataDir = resolve(base, env[dataDirName]?.trim() || 'data');
  const file = join(dataDir, 'config.json');
  const environment = fromEnvironment(env);
  const s3SecretKey = namedText(env, secretKeyFileName);
  if (s3SecretKey !== undefined) environment['s3SecretKey'] = s3SecretKey.trim();
  const values = { ...readFileConfig(file), ...environment };
  const result = configSchema.safeParse(values, { error: wordsOf });
  if (!result.success) throw new ConfigError(sentence(result.error, { environment, values, file }));
  const missing = missingOf(result.data);
  if (missing !== undefined)
    throw new ConfigError(
      `${missing} is not set: object storage needs a bucket, an access key and a secret key.`,
    );
  return {
    ...result.data,
    dataDir,
    environment: withoutInstallation(env),
    searchPath: env['PATH'] ?? '',
    readAdmin: () => readAdmin(env),
    readPurchaseCode: () => readPurchaseCode(env),
    unknownVariables: unknownVariables(env),
  };
};
