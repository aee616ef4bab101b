import pino from 'pino';

export type Logger = pino.Logger;

/** Names under which secrets travel, wherever somebody would write an object down that holds one. */
const secretNames = [
  'password',
  'token',
  'secret',
  'secretKey',
  's3_secret_key',
  'mail_password',
  'recaptcha_secret',
  'pusher_secret',
  'auth_signature',
  'metricsToken',
  'authorization',
  'cookie',
  'connectionString',
];

/**
 * Structured logs, one JSON line each, on standard output and wherever else they are kept; fields that may hold a
 * secret are masked.
 *
 * @param keep takes each line
 * @param show standard output
 */
export const createLogger = (
  level: string,
  keep?: (line: string) => void,
  show: pino.DestinationStream = pino.destination(1),
): Logger => {
  // In a terminal somebody is reading: requests would drown what matters there.
  const shown = level === 'info' && process.stdout.isTTY ? 'warn' : level;
  const streams = [
    { level: shown as pino.Level, stream: show },
    ...(keep === undefined ? [] : [{ level: level as pino.Level, stream: { write: keep } }]),
  ];
  return pino(
    {
      level: keep === undefined ? shown : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    },
    pino.multistream(streams),
  );
};
