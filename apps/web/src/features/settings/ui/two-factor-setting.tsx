import { twoFactorRules } from '@holdall/contract/choices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { settingLabels } from '#shared/i18n/setting-labels.ts';
import { asText, useSetting, type TabSettings } from '../use-setting.ts';
import { SettingRow } from './setting-row.tsx';

const stem = 'settings.two_factor_required';

/**
 * Setting of the roles that require two-factor sign-in. Administrators without it are warned that they set it up next.
 */
export const TwoFactorSetting = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const field = useSetting(tab, 'two_factor_required', { read: asText });
  const { data: user } = useQuery(userQuery);
  const [asked, setAsked] = useState<string>();
  const lacksIt = user?.data.attributes.two_factor_confirmed_at === null;
  const close = (): void => setAsked(undefined);
  const { label, help } = settingLabels('two_factor_required');
  return (
    <SettingRow {...{ label, help, field }}>
      <Segmented
        label={label}
        value={field.value}
        disabled={field.isLocked}
        segments={twoFactorRules.map((value) => ({ value: value as string, label: t(`${stem}.${value}`) }))}
        onChoose={(value) => (lacksIt && value !== 'nobody' ? setAsked(value) : field.change(value))}
      />
      {asked !== undefined && (
        <ConfirmPopup
          title={t(`${stem}.own_title`)}
          message={t(`${stem}.own_text`)}
          action={t(`${stem}.own_action`)}
          look="primary"
          onClose={close}
          onConfirm={() => {
            close();
            field.change(asked);
          }}
        />
      )}
    </SettingRow>
  );
};
