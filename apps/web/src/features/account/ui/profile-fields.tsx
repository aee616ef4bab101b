import { useText } from '#shared/i18n/use-text.ts';
import { useConfig } from '#shared/config/config.ts';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { countryOptions, firstCountries, timezoneOptions } from '#shared/lib/places.ts';
import { CardRow } from '#shared/ui/card.tsx';
import { SearchSelect } from '#shared/ui/search-select.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useOwnSetting } from '../use-own-setting.ts';

interface NameRowProps {
  readonly name: 'first_name' | 'last_name';
  readonly autoComplete: string;
}

export const NameRow = ({ name, autoComplete }: NameRowProps) => {
  const t = useText();
  const { value, change, onBlur, state, error } = useOwnSetting(name);
  return (
    <CardRow label={t(`profile.${name}`)} error={error} status={<SaveStatus state={state} />}>
      {(field) => (
        <TextInput
          {...field}
          value={value}
          autoComplete={autoComplete}
          maxLength={100}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </CardRow>
  );
};

export const CountryRow = () => {
  const t = useText();
  const { value, change, state, error } = useOwnSetting('country', { forced: true });
  const countries = countryOptions();
  const options = value === null ? countries : [...countries, { value: '', label: t('profile.not_set') }];
  return (
    <CardRow label={t('profile.country')} error={error} status={<SaveStatus state={state} />}>
      {(field) => (
        <SearchSelect
          {...field}
          options={options}
          placeholder={t('profile.not_set')}
          pinned={firstCountries}
          value={value ?? ''}
          onChoose={(code) => change(code === '' ? null : (code as NonNullable<typeof value>))}
        />
      )}
    </CardRow>
  );
};

export const TimezoneRow = () => {
  const t = useText();
  const { value, change, state, error } = useOwnSetting('timezone', { forced: true });
  return (
    <CardRow label={t('profile.timezone')} error={error} status={<SaveStatus state={state} />}>
      {(field) => (
        <Select
          {...field}
          className="numeric"
          options={[{ value: '', label: t('profile.not_set') }, ...timezoneOptions()]}
          value={value === null ? '' : String(value)}
          onChoose={(hours) => change(hours === '' ? null : (Number(hours) as NonNullable<typeof value>))}
        />
      )}
    </CardRow>
  );
};

/** Selects one of the application's languages. */
export const LanguageRow = () => {
  const t = useText();
  const languages = useConfig((config) => config.languages);
  const spoken = useConfig(({ locale }) => locale);
  const { value, change, state, error } = useOwnSetting('locale');
  return (
    <CardRow
      label={t('profile.language')}
      {...(languages.length > 1 && { help: t('profile.language_help') })}
      error={error}
      status={<SaveStatus state={state} />}
    >
      {(field) => (
        <Select
          {...field}
          options={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
          value={languages.find(({ locale }) => locale === value)?.locale ?? spoken}
          onChoose={change}
        />
      )}
    </CardRow>
  );
};
