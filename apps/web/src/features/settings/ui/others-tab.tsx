import { chunkSizeLimits } from '@holdall/contract/limits';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import { isEmail } from '#shared/lib/is-email.ts';
import type { TabSettings } from '../use-setting.ts';
import { planChoices, settingLabels } from '#shared/i18n/setting-labels.ts';
import { BlacklistSetting } from './blacklist-setting.tsx';
import { CardsSetting } from './cards-setting.tsx';
import { BytesSetting, NumberSetting, SwitchSetting, TextSetting } from './setting-fields.tsx';
import { ClearCaches } from './clear-caches.tsx';
import { SecretSetting } from './secret-setting.tsx';
import { TwoFactorSetting } from './two-factor-setting.tsx';
import { VersionsCard } from './versions-card.tsx';

interface TabProps {
  readonly tab: TabSettings;
}

const StorageCard = ({ tab }: TabProps) => {
  const t = useText();
  return (
    <Card title={t('storage.title')}>
      <CardsSetting tab={tab} name="subscription_type" label={t('settings.plan')} choices={planChoices()} />
      {/* Only this plan needs a size. */}
      {tab.settings.data.attributes['subscription_type'] === 'fixed' && (
        <BytesSetting tab={tab} name="default_capacity" {...settingLabels('default_capacity')} />
      )}
      <NumberSetting
        tab={tab}
        name="trash_retention_days"
        {...settingLabels('trash_retention')}
        unit={t('settings.trash_days')}
      />
    </Card>
  );
};

const BotsCard = ({ tab }: TabProps) => {
  const t = useText();
  return (
    <Card title={t('settings.bots')}>
      <SwitchSetting tab={tab} name="recaptcha_allowed" {...settingLabels('recaptcha')} />
      <TextSetting
        tab={tab}
        name="recaptcha_client_id"
        {...settingLabels('recaptcha_client_id')}
        maxLength={200}
        optional
      />
      <SecretSetting tab={tab} name="recaptcha_secret" {...settingLabels('recaptcha_secret')} />
    </Card>
  );
};

/** Settings of uploads, storage, access and caches. */
export const OthersTab = ({ tab }: TabProps) => {
  const t = useText();
  return (
    <>
      <Card title={t('settings.limits')}>
        <BytesSetting
          tab={tab}
          name="upload_limit"
          {...settingLabels('upload_limit')}
          none={t('settings.no_limit')}
        />
        <BytesSetting
          tab={tab}
          name="chunk_size"
          most={chunkSizeLimits.max}
          {...settingLabels('chunk_size')}
        />
        <BlacklistSetting tab={tab} />
      </Card>
      <StorageCard tab={tab} />
      <VersionsCard tab={tab} />
      <Card title={t('settings.people')}>
        <SwitchSetting tab={tab} name="registration" {...settingLabels('registration')} />
        <TwoFactorSetting tab={tab} />
        <TextSetting
          tab={tab}
          name="contact_email"
          {...settingLabels('contact_email')}
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
      <Card title={t('activity.title')}>
        <NumberSetting
          tab={tab}
          name="activity_days"
          {...settingLabels('activity')}
          unit={t('settings.trash_days')}
        />
      </Card>
      <ClearCaches />
    </>
  );
};
