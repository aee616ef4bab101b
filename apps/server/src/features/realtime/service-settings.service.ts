import { type SettingName, settingGroups } from '@holdall/contract/admin-settings';
import type { RealtimeForm } from '@holdall/contract/realtime-service';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import {
  contextOf,
  type RecordChange,
  type SettingsInput,
  type SettingsService,
} from '#features/settings/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { Events } from '#ports/events.ts';
import type { ServicePlace, TryRealtimeService } from '#ports/realtime-service.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { apiOf } from './transport.ts';
import { insecure, noSecret, type PusherForm, serviceFault } from './service.errors.ts';

const secretName = 'pusher_secret';
type Name = Extract<SettingName, 'realtime_service' | `pusher_${string}`>;
const names = settingGroups.environment.filter(
  (name): name is Exclude<Name, typeof secretName> =>
    name === 'realtime_service' || (name.startsWith('pusher_') && name !== secretName),
);

export interface ServiceSettings {
  /** Tests a transport without saving it. @throws realtime_service.…, limit.too_many */
  test(actor: UserActor, form: RealtimeForm): Promise<void>;
  /** Tests a transport, then saves it. @throws as `test` */
  save(actor: UserActor, form: RealtimeForm, facts: Caller): Promise<void>;
}

export interface ServiceSettingsDeps {
  readonly db: Db;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly settings: SettingsService;
  readonly tryRealtimeService: TryRealtimeService;
  /** Returns the application's public origin. */
  readonly publicAddress: () => string;
  /** Counts one more test of a user. @throws limit.too_many */
  readonly countTrial: (userId: string) => Promise<void>;
  readonly record: RecordChange;
}

/** The transport's settings, for administrators. */
export const createServiceSettings = (deps: ServiceSettingsDeps): ServiceSettings => {
  const { db, events, settings } = deps;

  /** Returns the stored secret, which is valid only for the same app of the same service. */
  const keptSecret = async (form: PusherForm): Promise<string> => {
    const kept = await settings.current();
    const isSame = (['pusher_host', 'pusher_api', 'pusher_app_id', 'pusher_key'] as const).every(
      (name) => kept[name] === form[name],
    );
    if (!isSame || kept.pusher_secret === '') throw noSecret();
    try {
      return deps.sealer.open(kept.pusher_secret, contextOf(secretName));
    } catch (error) {
      if (error instanceof UnsealableError) throw noSecret();
      throw error;
    }
  };
  const placeOf = async (form: PusherForm): Promise<ServicePlace> => ({
    host: form.pusher_host,
    port: form.pusher_port,
    tls: form.pusher_tls,
    api: apiOf(form),
    appId: form.pusher_app_id,
    key: form.pusher_key,
    secret: form.pusher_secret || (await keptSecret(form)),
  });
  const test = async (actor: UserActor, form: RealtimeForm): Promise<void> => {
    if (form.realtime_service === 'built_in') return;
    if (!form.pusher_tls && deps.publicAddress().startsWith('https:')) throw insecure();
    const place = await placeOf(form);
    await deps.countTrial(actor.id);
    const fault = serviceFault(await deps.tryRealtimeService(place), form);
    if (fault !== undefined) throw fault;
  };

  return {
    test,
    save: async (actor, form, facts) => {
      await test(actor, form);
      const { pusher_secret: secret, ...open } = { pusher_secret: null, ...form };
      const chosen: SettingsInput = { ...open, ...(secret ? { pusher_secret: secret } : {}) };
      await inTransaction(db, async (trx) => {
        const before = await settings.current(trx);
        await settings.save(trx, chosen);
        const after = await settings.current(trx);
        for (const name of [...names, ...(secret ? ([secretName] as const) : [])]) {
          const isSecret = name === secretName;
          if (!isSecret && before[name] === after[name]) continue;
          await deps.record(trx, {
            kind: 'settings.changed',
            actorId: actor.id,
            userId: null,
            ...facts,
            details: {
              group: 'environment',
              name,
              ...(isSecret ? {} : { from: before[name], to: after[name] }),
            },
          });
        }
      });
      events.publish({ kind: 'settings-changed' });
    },
  };
};
