import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { BrandImage } from '@holdall/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { BrandImageField, brandImages } from '#shared/photo/brand-image-field.tsx';
import { administer } from '#shared/session/administer.ts';
import { AccentChoice } from '#shared/ui/accent-choice.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { emojiSegments, settingLabels, themeSegments } from '#shared/i18n/setting-labels.ts';
import { setCachedImage } from '../settings.queries.ts';
import { asText, type TabSettings, useSetting } from '../use-setting.ts';
import { ChoiceSetting, SelectSetting, TextSetting } from './setting-fields.tsx';
import { SettingRow } from './setting-row.tsx';

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

const formOf = (name: BrandImage, file: File): FormData => {
  const form = new FormData();
  form.set('name', name);
  form.set('file', file);
  return form;
};

/** Setting of an image of the application: shows, replaces or resets it. */
const ImageSetting = ({ tab, name }: { readonly tab: TabSettings; readonly name: BrandImage }) => {
  const client = useQueryClient();
  const address = tab.settings.data.images[name] ?? null;
  const replace = useMutation({
    mutationFn: (file: File) => administer(adminEndpoints.updateBrandImage, { body: formOf(name, file) }),
    onSuccess: ({ url }) => setCachedImage(client, name, url),
  });
  const remove = useMutation({
    mutationFn: () => administer(adminEndpoints.removeBrandImage, { params: { name } }),
    onSuccess: () => setCachedImage(client, name, null),
  });
  return (
    <BrandImageField
      Row={CardRow}
      {...{ name, replace, remove }}
      draw={address === null ? undefined : (alt) => <img src={address} alt={alt} />}
    />
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
          segments={themeSegments()}
        />
        <ChoiceSetting
          tab={tab}
          name="default_emoji"
          {...settingLabels('default_emoji')}
          segments={emojiSegments()}
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
