import pino from 'pino';

export type Logger = pino.Logger;

/** Names of fields that hold secrets, in any object that may be logged. */
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
 * Creates a structured logger, one JSON line each, for standard output and further sinks; fields that may hold
 * a secret are redacted.
 *
 * @param keep takes each line
 * @param show standard output
 */
export const createLogger = (
  level: string,
  keep?: (line: string) => void,
  show: pino.DestinationStream = pino.destination(1),
): Logger => {
  // On a terminal requests would drown what matters.
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
