import { brandImages } from './images.ts';
import { realtimePath } from './realtime.ts';

/** The steps of the wizard in their order; a step's page is `/setup-wizard/<step>`. */
export const setupSteps = [
  'status-check',
  'purchase-code',
  'database',
  'environment',
  'app-setup',
  'admin-setup',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Carries the one-time code that the server printed, on every call of the wizard. */
export const setupCodeHeader = 'x-setup-code';
/**
 * The prefix of the code in the set-up link: `/install#code=…`. A fragment is sent to no server and stands in no log.
 */
export const setupCodeFragment = 'code';

/** Checks of the status step; each has words of its own for each state and reason. */
export const setupChecks = [
  'data_directory',
  'free_space',
  'node',
  'clock',
  'sqlite',
  'image_library',
  'ffmpeg',
  'decoders',
  'https',
  'mail',
] as const;
export type SetupCheck = (typeof setupChecks)[number];
/** `failed` keeps the installation from working; `warning` is something that it does without. */
export const setupCheckStates = ['ok', 'warning', 'failed'] as const;
export type SetupCheckState = (typeof setupCheckStates)[number];

/** Parts that the operator’s environment decides: the wizard shows them, and cannot change them. */
export const setupLocks = ['purchase_code', 'database', 'url', 'storage', 'mail'] as const;
export type SetupLock = (typeof setupLocks)[number];

/** Images that the wizard keeps until the last step. */
export const setupImages = [...brandImages, 'avatar'] as const;
export type SetupImage = (typeof setupImages)[number];

/** The mode of TLS with PostgreSQL, as libpq calls it; the last two prove the server's identity. */
export const databaseTlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** Faults of a database: `reason` of `setup.database_unusable`. */
export const databaseFaults = [
  'bad_name',
  'host_not_found',
  'refused',
  'unreachable',
  'no_answer',
  'not_postgres',
  'tls_unsupported',
  'tls_required',
  'tls_untrusted',
  'tls_name',
  'ca_invalid',
  'password',
  'not_admitted',
  'database_missing',
  'busy',
  'too_old',
  'encoding',
  'read_only',
  'no_schema',
  'rights',
  'extension',
  'foreign_tables',
  'newer',
  'not_a_database',
  'copying',
  'unknown',
] as const;
export type DatabaseFaultName = (typeof databaseFaults)[number];

/** Bytes that one request of the look through proxies may carry. */
export const setupProbeLimit = 64 * 1024 * 1024;
/** Bytes that `GET /api/setup/probe` answers as a whole; byte i is i modulo 251. */
export const setupProbeLength = 64 * 1024;

/**
 * A WebSocket that sends back the first text that it gets (64 characters at the most), and closes. It needs no code,
 * because pages cannot send headers with one; it tells nothing.
 */
export const setupSocketPath = `${realtimePath}/setup`;
