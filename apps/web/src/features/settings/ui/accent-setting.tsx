import { useText } from '#shared/i18n/use-text.ts';
import { AccentChoice } from '#shared/ui/accent-choice.tsx';
import { asText, useSetting, type TabSettings } from '../use-setting.ts';
import { SettingRow } from './setting-row.tsx';

/** Setting of the application's accent colour. */
export const AccentSetting = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const field = useSetting(tab, 'color', { read: asText });
  return (
    <SettingRow label={t('settings.accent')} help={t('settings.accent_help')} field={field}>
      <AccentChoice value={field.value} disabled={field.isLocked} onChoose={field.change} />
    </SettingRow>
  );
};
