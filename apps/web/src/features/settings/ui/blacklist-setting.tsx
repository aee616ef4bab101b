import type { SettingValue } from '@holdall/contract/admin-settings';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { ListEditor } from '#shared/ui/list-editor.tsx';
import { useSetting, type TabSettings } from '../use-setting.ts';
import { SettingRow } from './setting-row.tsx';

/** A type (`image/png`, `image/*`) or an extension, as the server takes it. */
const entryPattern = /^[a-z0-9][a-z0-9.+-]*(\/([a-z0-9][a-z0-9.+-]*|\*))?$/;
const longestEntry = 100;

/** An entry as it is kept; undefined for what is none. */
export const blockedType = (written: string): string | undefined => {
  const entry = written.trim().toLowerCase().replace(/^\./, '');
  return entry.length <= longestEntry && entryPattern.test(entry) ? entry : undefined;
};

const asList = (value: SettingValue | undefined): string[] => (Array.isArray(value) ? value : []);

/** Types of files that nobody can upload. */
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
          read={blockedType}
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
