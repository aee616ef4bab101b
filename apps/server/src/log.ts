import pino from 'pino';

export type Logger = pino.Logger;

/** Structured logs on standard output, one JSON line each; fields that may hold a secret are masked. */
export const createLogger = (level: string): Logger =>
  pino({
    // In a terminal somebody is reading: requests would drown what matters there.
    level: level === 'info' && process.stdout.isTTY ? 'warn' : level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        'authorization',
        '*.authorization',
        'cookie',
        '*.cookie',
        'connectionString',
        '*.connectionString',
      ],
      censor: '[hidden]',
    },
  });
