import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { servicePatterns, isOriginAlone } from './patterns.ts';

const hostSentence = 'Enter a host name like ws-eu.pusher.com, without https:// or a port.';
const apiSentence = 'Enter an address like https://api-eu.pusher.com, with nothing after it.';
const nameSentence = 'Enter it exactly as the service shows it, without spaces.';
const portSentence = 'Enter a port from 1 to 65535.';
const name = z
  .string('Enter text.')
  .trim()
  .max(100, { error: nameSentence, abort: true })
  .regex(servicePatterns.name, nameSentence);

/** Fields of a service that speaks the Pusher protocol, by the names of the settings. */
export const pusherFields = {
  /** The host that pages connect to; a name, or an address of version 4. */
  pusher_host: z
    .string('Enter the name of the service.')
    .trim()
    .toLowerCase()
    .max(253, { error: hostSentence, abort: true })
    .regex(servicePatterns.host, hostSentence),
  pusher_port: z.int(portSentence).min(1, portSentence).max(65_535, portSentence).default(443),
  pusher_tls: z.boolean('Choose on or off.').default(true),
  /** The address at which the server calls it, where that is elsewhere; empty: where pages connect. */
  pusher_api: z
    .union(
      [
        z.literal(''),
        z
          .string()
          .max(320, { abort: true })
          .refine(isOriginAlone, { abort: true })
          .transform((text) => new URL(text).origin),
      ],
      apiSentence,
    )
    .default(''),
  pusher_app_id: name,
  pusher_key: name,
  /** Left out, null or empty: the one that is kept. */
  pusher_secret: z
    .union(
      [z.null(), z.literal(''), z.string().trim().max(300, { abort: true }).regex(servicePatterns.secret)],
      nameSentence,
    )
    .default(null),
} as const;

/** The service that tells pages of changes: the server itself, or one beside it. */
export const realtimeForm = z.discriminatedUnion(
  'realtime_service',
  [
    z.strictObject({ realtime_service: z.literal('built_in') }),
    z.strictObject({ realtime_service: z.literal('pusher'), ...pusherFields }),
  ],
  'Choose built_in or pusher.',
);
export type RealtimeForm = z.output<typeof realtimeForm>;
/** The form as it is sent. */
export type SentRealtimeForm = z.input<typeof realtimeForm>;

/** Reasons for which a service does not work, each with its sentence and translation (`errors.<code>`). */
export const realtimeFaultCodes = [
  'realtime_service.unknown_host',
  'realtime_service.private_address',
  'realtime_service.unreachable',
  'realtime_service.timeout',
  'realtime_service.certificate',
  'realtime_service.not_pusher',
  'realtime_service.app_id',
  'realtime_service.key',
  'realtime_service.secret',
  'realtime_service.no_secret',
  'realtime_service.forbidden',
  'realtime_service.silent',
  'realtime_service.endless',
  'realtime_service.insecure',
  'realtime_service.failed',
] as const satisfies readonly ErrorCode[];
