import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
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
  /** Folders that other programs are looked for in, as PATH has them. */
  readonly searchPath: string;
  /**
   * Who is to be the administrator, by the environment; asked only while there is no installation.
   *
   * @throws ConfigError where only half of it is there
   */
  readonly readAdmin: () => AdminToInstall | undefined;
  /** Variables that look like ours and are none: probably typing errors. */
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
    throw new ConfigError(
      `${path} cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
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
    throw new ConfigError(
      `${path} is not valid JSON: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
  }
  throw new ConfigError(`${path} must hold a JSON object.`);
};

const known = new Set<string>([
  ...Object.values(environmentNames),
  ...Object.values(installNames),
  dataDirName,
]);

// Not refused: orchestrators put variables of their own into the environment under a service's name.
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

/** Where a setting came from, for people: the variable's name, or the key and its file. */
const sourceOf = (key: string, env: Record<string, string>, file: string): string =>
  key in env ? environmentNames[key as keyof FileConfig] : `“${key}” in ${file}`;

const isSecret = (key: string): boolean => secretSettings.includes(key);

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

const readAdmin = (env: Environment): AdminToInstall | undefined => {
  const email = env[installNames.email]?.trim();
  const file = env[installNames.passwordFile]?.trim();
  const inline = env[installNames.password];
  if (email === undefined || email === '') return undefined;
  if (file !== undefined && file !== '') {
    const text = readText(file);
    if (text === undefined)
      throw new ConfigError(`${installNames.passwordFile} names ${file}, which does not exist.`);
    return { email, password: text.replace(/\r?\n$/, '') };
  }
  if (inline === undefined || inline === '') {
    throw new ConfigError(
      `${installNames.email} is set, but neither ${installNames.password} nor ${installNames.passwordFile} is.`,
    );
  }
  return { email, password: inline };
};

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
  const values = { ...readFileConfig(file), ...environment };
  const result = configSchema.safeParse(values);
  if (!result.success) throw new ConfigError(sentence(result.error, { environment, values, file }));
  return {
    ...result.data,
    dataDir,
    searchPath: env['PATH'] ?? '',
    readAdmin: () => readAdmin(env),
    unknownVariables: unknownVariables(env),
  };
};
