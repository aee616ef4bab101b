import type { SettingValue } from '@holdall/contract/admin-settings';
import type { SentRealtimeForm } from '@holdall/contract/realtime-service';
import { servicePatterns, isOriginAlone } from '@holdall/contract/patterns';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { isPort } from '#shared/lib/is-port.ts';

export const realtimeServices = ['built_in', 'pusher'] as const;

/** The realtime service as a form holds it; fields are named like the settings. */
export interface RealtimeDraft {
  readonly realtime_service: (typeof realtimeServices)[number];
  readonly pusher_host: string;
  readonly pusher_port: string;
  readonly pusher_tls: 'tls' | 'none';
  readonly pusher_api: string;
  readonly pusher_app_id: string;
  readonly pusher_key: string;
  /** Empty keeps the stored one. */
  readonly pusher_secret: string;
}

/** Messages by the names of their fields. */
type Faults = Readonly<Partial<Record<keyof RealtimeDraft, string>>>;

const textOf = (value: SettingValue | undefined): string => (typeof value === 'string' ? value : '');

/** Returns the form of the saved settings, without the stored secret. */
export const realtimeDraft = (kept: Readonly<Record<string, SettingValue | undefined>>): RealtimeDraft => ({
  realtime_service: kept['realtime_service'] === 'pusher' ? 'pusher' : 'built_in',
  pusher_host: textOf(kept['pusher_host']),
  pusher_port: String(kept['pusher_port'] ?? 443),
  pusher_tls: kept['pusher_tls'] === false ? 'none' : 'tls',
  pusher_api: textOf(kept['pusher_api']),
  pusher_app_id: textOf(kept['pusher_app_id']),
  pusher_key: textOf(kept['pusher_key']),
  pusher_secret: '',
});

/** Returns the request body of a form. */
export const sentRealtime = (draft: RealtimeDraft): SentRealtimeForm =>
  draft.realtime_service === 'built_in'
    ? { realtime_service: 'built_in' }
    : {
        realtime_service: 'pusher',
        pusher_host: draft.pusher_host.trim(),
        pusher_port: Number(draft.pusher_port),
        pusher_tls: draft.pusher_tls === 'tls',
        pusher_api: draft.pusher_api.trim(),
        pusher_app_id: draft.pusher_app_id.trim(),
        pusher_key: draft.pusher_key.trim(),
        pusher_secret: draft.pusher_secret === '' ? null : draft.pusher_secret.trim(),
      };

/** Returns the errors of a form before it is sent. @param hasSecret the server already stores a secret */
export const checkRealtime = (draft: RealtimeDraft, hasSecret: boolean): Faults => {
  if (draft.realtime_service === 'built_in') return {};
  const [api, secret] = [draft.pusher_api.trim(), draft.pusher_secret.trim()];
  const isNamed = (written: string): boolean => servicePatterns.name.test(written.trim());
  const faults: Record<string, string | false> = {
    pusher_host: !servicePatterns.host.test(draft.pusher_host.trim()) && text('environment.host_invalid'),
    pusher_port: !isPort(draft.pusher_port) && text('environment.port_invalid'),
    pusher_api: api !== '' && !isOriginAlone(api) && text('environment.api_invalid'),
    pusher_app_id: !isNamed(draft.pusher_app_id) && text('environment.app_name_invalid'),
    pusher_key: !isNamed(draft.pusher_key) && text('environment.app_name_invalid'),
    pusher_secret:
      !(secret === '' ? hasSecret : servicePatterns.secret.test(secret)) &&
      text('environment.app_name_invalid'),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== false));
};

/** Returns the server's errors by field. Findings of its test are translated by their codes. */
export const realtimeFaults = (error: unknown): Faults => {
  if (!(error instanceof ApiError)) return {};
  const isTrial = error.code.startsWith('realtime_service.');
  return Object.fromEntries(
    Object.entries(error.errors).map(([name, [sentence]]) => [name, isTrial ? errorText(error) : sentence]),
  );
};
