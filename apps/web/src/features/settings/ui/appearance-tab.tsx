import type { BrandImage } from '@holdall/contract/images';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { AccentChoice } from '#shared/ui/accent-choice.tsx';
import { Card } from '#shared/ui/card.tsx';
import { settingLabels } from '../setting-labels.ts';
import { asText, type TabSettings, useSetting } from '../use-setting.ts';
import { ImageSetting } from './image-setting.tsx';
import { ChoiceSetting, SelectSetting, TextSetting } from './setting-fields.tsx';
import { SettingRow } from './setting-row.tsx';

const brandImages = [
  'logo',
  'logo_horizontal',
  'favicon',
  'share_image',
] as const satisfies readonly BrandImage[];
const themes = ['light', 'dark', 'system'] as const;
const emojiSets = ['twemoji', 'applemoji'] as const;

/** Setting of the application's accent colour. */
const AccentSetting = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const field = useSetting(tab, 'color', { read: asText });
  return (
    <SettingRow label={t('settings.accent')} help={t('settings.accent_help')} field={field}>
      <AccentChoice value={field.value} disabled={field.isLocked} onChoose={field.change} />
    </SettingRow>
  );
};

/** Settings of the application's name and looks. */
export const AppearanceTab = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const languages = useConfig((config) => config.languages);
  return (
    <>
      <Card title={t('settings.branding')}>
        <TextSetting tab={tab} name="title" {...settingLabels('title_field')} maxLength={80} />
        <TextSetting
          tab={tab}
          name="description"
          {...settingLabels('description')}
          lines={2}
          maxLength={300}
        />
        {brandImages.map((name) => (
          <ImageSetting key={name} tab={tab} name={name} />
        ))}
      </Card>
      <Card title={t('settings.look')}>
        <AccentSetting tab={tab} />
        <ChoiceSetting
          tab={tab}
          name="default_theme"
          {...settingLabels('default_theme')}
          segments={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
        <ChoiceSetting
          tab={tab}
          name="default_emoji"
          {...settingLabels('default_emoji')}
          segments={emojiSets.map((value) => ({ value, label: t(`settings.emoji.${value}`) }))}
        />
        <SelectSetting
          tab={tab}
          name="locale"
          {...settingLabels('default_language')}
          options={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
        />
      </Card>
    </>
  );
};
