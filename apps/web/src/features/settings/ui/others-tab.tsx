import type { Config } from '@holdall/contract/settings';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { isEmail } from '#shared/lib/is-email.ts';
import { asText, useSetting, type TabSettings } from '../use-setting.ts';
import { BlacklistSetting } from './blacklist-setting.tsx';
import { BytesSetting, NumberSetting, SwitchSetting, TextSetting } from './setting-fields.tsx';
import { ClearCaches } from './clear-caches.tsx';
import { SecretSetting } from './secret-setting.tsx';
import { SettingRow } from './setting-row.tsx';

const plans = ['none', 'fixed', 'metered'] as const satisfies readonly Config['subscriptionType'][];

interface TabProps {
  readonly tab: TabSettings;
}

const PlanSetting = ({ tab }: TabProps) => {
  const t = useText();
  const field = useSetting(tab, 'subscription_type', { read: asText });
  return (
    <SettingRow label={t('settings.plan')} field={field}>
      <ChoiceCards
        label={t('settings.plan')}
        value={field.value}
        disabled={field.isLocked}
        choices={plans.map((value) => ({
          value,
          title: t(`settings.plan.${value}`),
          text: t(`settings.plan.${value}_help`),
        }))}
        onChoose={field.change}
      />
    </SettingRow>
  );
};

const StorageCard = ({ tab }: TabProps) => {
  const t = useText();
  return (
    <Card title={t('storage.title')}>
      <PlanSetting tab={tab} />
      <SwitchSetting
        tab={tab}
        name="storage_limitation"
        label={t('settings.storage_limitation')}
        help={t('settings.storage_limitation_help')}
      />
      <BytesSetting
        tab={tab}
        name="default_capacity"
        label={t('settings.default_capacity')}
        help={t('settings.default_capacity_help')}
      />
      <NumberSetting
        tab={tab}
        name="trash_retention_days"
        label={t('settings.trash_retention')}
        help={t('settings.trash_retention_help')}
        unit={t('settings.trash_days')}
      />
    </Card>
  );
};

const BotsCard = ({ tab }: TabProps) => {
  const t = useText();
  return (
    <Card title={t('settings.bots')}>
      <SwitchSetting
        tab={tab}
        name="recaptcha_allowed"
        label={t('settings.recaptcha')}
        help={t('settings.recaptcha_help')}
      />
      <TextSetting
        tab={tab}
        name="recaptcha_client_id"
        label={t('settings.recaptcha_client_id')}
        help={t('settings.recaptcha_client_id_help')}
        maxLength={200}
        optional
      />
      <SecretSetting
        tab={tab}
        name="recaptcha_secret"
        label={t('settings.recaptcha_secret')}
        help={t('settings.recaptcha_secret_help')}
      />
    </Card>
  );
};

/** Uploads, storage, who may come in, and what is left. */
export const OthersTab = ({ tab }: TabProps) => {
  const t = useText();
  return (
    <>
      <Card title={t('settings.limits')}>
        <BytesSetting
          tab={tab}
          name="upload_limit"
          label={t('settings.upload_limit')}
          help={t('settings.upload_limit_help')}
          none={t('settings.no_limit')}
        />
        <BytesSetting
          tab={tab}
          name="chunk_size"
          label={t('settings.chunk_size')}
          help={t('settings.chunk_size_help')}
        />
        <BlacklistSetting tab={tab} />
      </Card>
      <StorageCard tab={tab} />
      <Card title={t('settings.people')}>
        <SwitchSetting
          tab={tab}
          name="registration"
          label={t('settings.registration')}
          help={t('settings.registration_help')}
        />
        <TextSetting
          tab={tab}
          name="contact_email"
          label={t('settings.contact_email')}
          help={t('settings.contact_email_help')}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          maxLength={254}
          optional
          check={(written) =>
            written.trim() === '' || isEmail(written) ? undefined : t('create_user.email_invalid')
          }
        />
      </Card>
      <BotsCard tab={tab} />
      <ClearCaches />
    </>
  );
};
