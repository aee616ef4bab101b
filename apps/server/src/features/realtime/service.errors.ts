import { errorMessages } from '@holdall/contract/messages/en.errors';
import type { RealtimeForm } from '@holdall/contract/realtime-service';
import { AppError } from '#lib/app-error.ts';
import type { ServiceFailure, ServiceTrial } from '#ports/realtime-service.ts';

export type PusherForm = Extract<RealtimeForm, { realtime_service: 'pusher' }>;
type Field = keyof PusherForm;

/** Which field of the form is at fault; undefined: the one that names the server that was called. */
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

/** What a trial found, as a caller is told of it: named by the field at fault; undefined where all is well. */
export const serviceFault = (trial: ServiceTrial, form: PusherForm): AppError | undefined => {
  if (trial.works) return undefined;
  const called = trial.step === 'call' && form.pusher_api !== '' ? 'pusher_api' : 'pusher_host';
  return faultOf(trial.reason, fields[trial.reason] ?? called);
};

/** The kept secret is for another service or app, or there is none. */
export const noSecret = (): AppError => faultOf('no_secret', 'pusher_secret');

/** Browsers refuse open connections of encrypted pages. */
export const insecure = (): AppError => faultOf('insecure', 'pusher_tls');
