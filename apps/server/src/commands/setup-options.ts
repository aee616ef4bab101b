import { type MailForm, mailForm } from '@holdall/contract/mail-form';
import { setupApp, setupEnvironment, type SetupImage } from '@holdall/contract/setup';
import { storageForm } from '@holdall/contract/object-storage';
import { subscriptionTypes } from '@holdall/contract/settings';
import type { z } from 'zod';
import { UsageError } from '#commands/usage-error.ts';
import { readInput, readInputLine, parseOptions } from '#commands/cli-input.ts';
import { ConfigError } from '#config/load.ts';

const text = { type: 'string' } as const;
const options = {
  'admin-email': text,
  'admin-password-file': text,
  'admin-first-name': text,
  'admin-last-name': text,
  'purchase-code-file': text,
  'database-file': text,
  url: text,
  'no-realtime': { type: 'boolean' },
  storage: text,
  's3-bucket': text,
  's3-access-key': text,
  's3-secret-key-file': text,
  's3-region': text,
  's3-endpoint': text,
  's3-prefix': text,
  's3-path-style': text,
  mail: text,
  'mail-host': text,
  'mail-port': text,
  'mail-encryption': text,
  'mail-username': text,
  'mail-password-file': text,
  'mail-from': text,
  title: text,
  description: text,
  color: text,
  'contact-email': text,
  locale: text,
  'default-theme': text,
  'default-emoji': text,
  'upload-limit': text,
  'chunk-size': text,
  'subscription-type': text,
  'storage-limit': { type: 'boolean' },
  'default-capacity': text,
  blacklist: text,
  logo: text,
  'logo-horizontal': text,
  favicon: text,
  'share-image': text,
  avatar: text,
  json: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof parseOptions<typeof options>>;
type TextOption = Exclude<keyof Values, 'no-realtime' | 'storage-limit' | 'json'>;

const numberOf = (values: Values, name: TextOption, what: string): number | undefined => {
  const { [name]: given } = values;
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(given)) throw new UsageError(`--${name} takes ${what}.`);
  return Number(given);
};
const bytesOf = (values: Values, name: TextOption): number | undefined =>
  numberOf(values, name, 'a whole number of bytes');

const oneOf = <const T extends string>(
  values: Values,
  name: TextOption,
  known: readonly T[],
): T | undefined => {
  const found = known.find((word) => word === values[name]);
  if (values[name] !== undefined && found === undefined)
    throw new UsageError(`--${name} takes one of ${known.join(', ')}.`);
  return found;
};

/** Reads the file of an option, without the final line break. @throws ConfigError */
const contentOf = (values: Values, name: TextOption, what: string): string | undefined => {
  const { [name]: file } = values;
  if (file === undefined) return undefined;
  return readInputLine(file, `The ${what} file`);
};

/** Options that name images, and what the wizard calls those. */
const imageOptions = [
  ['logo', 'logo'],
  ['logo-horizontal', 'logo_horizontal'],
  ['favicon', 'favicon'],
  ['share-image', 'share_image'],
  ['avatar', 'avatar'],
] as const satisfies readonly (readonly [option: TextOption, image: SetupImage])[];

export interface SetupImageInput {
  readonly option: string;
  readonly name: SetupImage;
  readonly bytes: Buffer;
}

const imagesOf = (values: Values): SetupImageInput[] =>
  imageOptions.flatMap(([option, name]) => {
    const { [option]: file } = values;
    return file === undefined ? [] : [{ option, name, bytes: readInput(file, `The ${option} file`) }];
  });

const defined = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** @throws ConfigError with a sentence for each value that is not acceptable */
const shaped = <S extends z.ZodType>(schema: S, input: object): z.output<S> => {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new ConfigError(
    error.issues
      .map(({ path, message, code }) =>
        code === 'unrecognized_keys'
          ? 'Options of s3 and smtp are for --storage s3 and --mail smtp alone.'
          : `The installation's ${path.join('.')}: ${message}`,
      )
      .join('\n'),
  );
};

const storageOf = (values: Values) => {
  const pathStyle = oneOf(values, 's3-path-style', ['yes', 'no']);
  const form = defined({
    s3_bucket: values['s3-bucket'],
    s3_access_key: values['s3-access-key'],
    s3_secret_key: contentOf(values, 's3-secret-key-file', 'secret key'),
    s3_region: values['s3-region'],
    s3_endpoint: values['s3-endpoint'],
    s3_prefix: values['s3-prefix'],
    s3_path_style: pathStyle === undefined ? undefined : pathStyle === 'yes',
  });
  const driver = oneOf(values, 'storage', ['disk', 's3']);
  if (driver === undefined && Object.keys(form).length === 0) return undefined;
  return shaped(storageForm, { storage_driver: driver ?? 's3', ...form });
};

const mailOf = (values: Values): MailForm | undefined => {
  const form = defined({
    mail_host: values['mail-host'],
    mail_port: numberOf(values, 'mail-port', 'the number of a port'),
    mail_encryption: values['mail-encryption'],
    mail_username: values['mail-username'],
    mail_password: contentOf(values, 'mail-password-file', 'mail password'),
    mail_from: values['mail-from'],
  });
  const driver = oneOf(values, 'mail', ['log', 'smtp']);
  if (driver === undefined && Object.keys(form).length === 0) return undefined;
  return shaped(mailForm, { mail_driver: driver ?? 'smtp', ...form });
};

/** Reads the options of `holdall setup`. */
export const readSetupOptions = (args: readonly string[]) => {
  const values: Values = parseOptions(args, options, 'setup');
  const { 'admin-email': email, 'admin-password-file': passwordFile } = values;
  if ((email === undefined) !== (passwordFile === undefined))
    throw new UsageError('--admin-email and --admin-password-file belong together.');
  return {
    json: values.json ?? false,
    admin:
      email === undefined
        ? undefined
        : { email, password: contentOf(values, 'admin-password-file', 'password') ?? '' },
    names: { first_name: values['admin-first-name'] ?? '', last_name: values['admin-last-name'] ?? '' },
    purchaseCode: contentOf(values, 'purchase-code-file', 'purchase code')?.trim(),
    database: contentOf(values, 'database-file', 'database')?.trim(),
    images: imagesOf(values),
    environment: defined({
      ...shaped(setupEnvironment.pick({ url: true }), defined({ url: values.url })),
      storage: storageOf(values),
      mail: mailOf(values),
      realtime: values['no-realtime'] === true ? false : undefined,
    }),
    app: shaped(
      setupApp,
      defined({
        title: values.title,
        description: values.description,
        color: values.color,
        contact_email: values['contact-email'],
        locale: values.locale,
        default_theme: values['default-theme'],
        default_emoji: values['default-emoji'],
        upload_limit: bytesOf(values, 'upload-limit'),
        chunk_size: bytesOf(values, 'chunk-size'),
        subscription_type: oneOf(values, 'subscription-type', subscriptionTypes),
        storage_limitation: values['storage-limit'],
        default_capacity: bytesOf(values, 'default-capacity'),
        mimetypes_blacklist: values.blacklist?.split(',').filter((entry) => entry.trim() !== ''),
      }),
    ),
  };
};
