import { type ChoiceCard, ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { asText, useSetting } from '../use-setting.ts';
import type { SettingProps } from './setting-fields.tsx';
import { SettingRow } from './setting-row.tsx';

/** Choice of a setting as cards with explanations. */
export const CardsSetting = ({
  tab,
  name,
  label,
  help,
  choices,
}: SettingProps & { readonly choices: readonly ChoiceCard<string>[] }) => {
  const field = useSetting(tab, name, { read: asText });
  return (
    <SettingRow {...{ label, field }} {...(help && { help })}>
      <ChoiceCards
        {...{ label, choices }}
        value={field.value}
        disabled={field.isLocked}
        onChoose={field.change}
      />
    </SettingRow>
  );
};
