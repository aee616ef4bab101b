import type { BrandImage } from '@holdall/contract/pictures';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import type { TabSettings } from '../use-setting.ts';
import { AccentSetting } from './accent-setting.tsx';
import { ImageSetting } from './image-setting.tsx';
import { ChoiceSetting, SelectSetting, TextSetting } from './setting-fields.tsx';

const brandImages = [
  'logo',
  'logo_horizontal',
  'favicon',
  'share_image',
] as const satisfies readonly BrandImage[];
const themes = ['light', 'dark', 'system'] as const;
const emojiSets = ['twemoji', 'applemoji'] as const;

/** What the application is called and looks like. */
export const AppearanceTab = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const languages = useConfig((config) => config.languages);
  return (
    <>
      <Card title={t('settings.branding')}>
        <TextSetting
          tab={tab}
          name="title"
          label={t('settings.title_field')}
          help={t('settings.title_help')}
          maxLength={80}
        />
        <TextSetting
          tab={tab}
          name="description"
          label={t('settings.description')}
          help={t('settings.description_help')}
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
          label={t('settings.default_theme')}
          help={t('settings.default_theme_help')}
          segments={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
        <ChoiceSetting
          tab={tab}
          name="default_emoji"
          label={t('settings.default_emoji')}
          help={t('settings.default_emoji_help')}
          segments={emojiSets.map((value) => ({ value, label: t(`settings.emoji.${value}`) }))}
        />
        <SelectSetting
          tab={tab}
          name="locale"
          label={t('settings.default_language')}
          help={t('settings.default_language_help')}
          options={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
        />
      </Card>
    </>
  );
};
