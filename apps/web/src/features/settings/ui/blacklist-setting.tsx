import type { SettingValue } from '@holdall/contract/admin-settings';
import { blockedTypeOf, isBlockedType } from '@holdall/contract/patterns';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { ListEditor } from '#shared/ui/list-editor.tsx';
import { useSetting, type TabSettings } from '../use-setting.ts';
import { SettingRow } from './setting-row.tsx';

/** Normalizes an entry; undefined where it is invalid. */
const read = (written: string): string | undefined => {
  const entry = blockedTypeOf(written);
  return isBlockedType(entry) ? entry : undefined;
};

const asList = (value: SettingValue | undefined): string[] => (Array.isArray(value) ? value : []);

/** Setting of the file types that nobody can upload. */
export const BlacklistSetting = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const field = useSetting(tab, 'mimetypes_blacklist', { read: asList, forced: true });
  const [refused, setRefused] = useState<string>();
  return (
    <SettingRow
      label={t('settings.blacklist')}
      help={t('settings.blacklist_help')}
      field={field}
      fault={refused === undefined ? undefined : t('settings.blacklist_invalid', { entry: refused })}
    >
      {(ids) => (
        <ListEditor
          {...ids}
          entries={field.value}
          placeholder={t('settings.blacklist_placeholder')}
          read={read}
          onRefused={setRefused}
          onChange={(entries) => {
            setRefused(undefined);
            field.change([...entries]);
          }}
        />
      )}
    </SettingRow>
  );
};
