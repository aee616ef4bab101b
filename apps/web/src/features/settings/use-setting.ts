import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type {
  GroupSettings,
  SettingGroup,
  SettingName,
  SettingValue,
} from '@holdall/contract/admin-settings';
import { useQueryClient } from '@tanstack/react-query';
import { userKey } from '#shared/api/query-keys.ts';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { administer } from '#shared/session/administer.ts';
import { setCachedSetting, invalidateSettings } from './settings.queries.ts';

/** The settings of a tab, as its rows receive them. */
export interface TabSettings {
  readonly group: SettingGroup;
  readonly settings: GroupSettings;
}

export interface SettingField<Value> extends SavedField<Value> {
  /** The environment decides the setting, so it is read-only. */
  readonly isLocked: boolean;
}

interface SettingReading<Value> {
  /** Converts the server's value to the field's type. */
  readonly read: (value: SettingValue | undefined) => Value;
  /** Empty values are valid, too. */
  readonly forced?: boolean;
}

/** Returns a setting that saves itself. */
export const useSetting = <Value extends SettingValue>(
  { group, settings }: TabSettings,
  name: SettingName,
  { read, forced = false }: SettingReading<Value>,
): SettingField<Value> => {
  const client = useQueryClient();
  const known = settings.data.attributes[name];
  const saved = useAutosave<Value>({
    name: `setting.${name}`,
    value: read(known),
    save: async (value) => {
      const kept = await administer(adminEndpoints.updateSetting, {
        params: { group },
        body: { name, value },
        keepalive: true,
      });
      setCachedSetting(client, group, { name, value: kept.value });
      // The requirement may apply to the user who changes it.
      if (name === 'two_factor_required') await client.invalidateQueries({ queryKey: userKey });
      // Another mail server drops the stored password, and another schedule has another next run.
      if (group === 'environment' || group === 'schedules') invalidateSettings(client, group);
    },
    forced,
  });
  return { ...saved, isLocked: settings.meta.locked.includes(name) };
};

export const asText = (value: SettingValue | undefined): string => (typeof value === 'string' ? value : '');
export const asNumber = (value: SettingValue | undefined): number => (typeof value === 'number' ? value : 0);
export const asFlag = (value: SettingValue | undefined): boolean => value === true;
