import { useConfig } from '#shared/config/config.ts';
import { emojiSegments, themeSegments } from '#shared/i18n/setting-labels.ts';
import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import type { AppDraft } from '../app.ts';
import { SetupField } from './field.tsx';
import { ImageField } from './image-field.tsx';

export interface AppFieldsProps {
  readonly draft: AppDraft;
  readonly faults: Faults;
  readonly onChange: (changed: Partial<AppDraft>) => void;
}

const images = ['logo_horizontal', 'favicon', 'share_image'] as const;

/** Fields for the looks of the application besides its name, colour and logo. */
export const LooksFields = ({ draft, faults, onChange }: AppFieldsProps) => {
  const t = useText();
  const languages = useConfig((config) => config.languages);
  return (
    <>
      <SetupField
        label={t('settings.description')}
        help={t('settings.description_help')}
        error={faults['description']}
      >
        {(field) => (
          <Textarea
            {...field}
            name="description"
            rows={2}
            maxLength={300}
            value={draft.description}
            onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          />
        )}
      </SetupField>
      {images.map((name) => (
        <ImageField key={name} name={name} />
      ))}
      <SetupField
        label={t('settings.contact_email')}
        help={t('settings.contact_email_help')}
        error={faults['contact_email']}
      >
        {(field) => (
          <TextInput
            {...field}
            name="contact_email"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={draft.contact_email}
            onChange={({ currentTarget }) => onChange({ contact_email: currentTarget.value })}
          />
        )}
      </SetupField>
      <div className="setup-line">
        <SetupField label={t('settings.default_theme')} error={faults['default_theme']}>
          <Segmented
            label={t('settings.default_theme')}
            value={draft.default_theme}
            segments={themeSegments()}
            onChoose={(default_theme) => onChange({ default_theme })}
          />
        </SetupField>
        <SetupField label={t('settings.default_emoji')} error={faults['default_emoji']}>
          <Segmented
            label={t('settings.default_emoji')}
            value={draft.default_emoji}
            segments={emojiSegments()}
            onChoose={(default_emoji) => onChange({ default_emoji })}
          />
        </SetupField>
      </div>
      <SetupField
        label={t('settings.default_language')}
        help={t('settings.default_language_help')}
        error={faults['locale']}
      >
        {(field) => (
          <Select
            {...field}
            name="locale"
            value={draft.locale}
            options={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
            onChoose={(locale) => onChange({ locale })}
          />
        )}
      </SetupField>
    </>
  );
};
