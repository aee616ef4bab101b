import { errorMessages } from '@holdall/contract/messages/en.errors';
import type { RealtimeForm } from '@holdall/contract/realtime-service';
import { AppError } from '#lib/app-error.ts';
import type { ServiceFailure, ServiceTrial } from '#ports/realtime-service.ts';

export type PusherForm = Extract<RealtimeForm, { realtime_service: 'pusher' }>;
type Field = keyof PusherForm;

/** The form field at fault; undefined means the one that names the server that was called. */
const fields: Readonly<Partial<Record<ServiceFailure, Field>>> = {
  app_id: 'pusher_app_id',
  key: 'pusher_key',
  secret: 'pusher_secret',
  forbidden: 'pusher_app_id',
  silent: 'pusher_app_id',
};

const faultOf = (reason: ServiceFailure | 'insecure' | 'no_secret', field: Field): AppError => {
  const code = `realtime_service.${reason}` as const;
  return new AppError(code, { errors: { [field]: [errorMessages[`errors.${code}`]] } });
};

/** Returns the result of a test as an error naming the field at fault; undefined if it passed. */
export const serviceFault = (trial: ServiceTrial, form: PusherForm): AppError | undefined => {
  if (trial.works) return undefined;
  const called = trial.step === 'call' && form.pusher_api !== '' ? 'pusher_api' : 'pusher_host';
  return faultOf(trial.reason, fields[trial.reason] ?? called);
};

/** Returns the error if the stored secret is for another service or app, or missing. */
export const noSecret = (): AppError => faultOf('no_secret', 'pusher_secret');

/** Returns the error for a service without TLS: browsers refuse its connections on pages that have it. */
export const insecure = (): AppError => faultOf('insecure', 'pusher_tls');
