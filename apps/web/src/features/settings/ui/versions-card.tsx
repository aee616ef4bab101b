import { useText } from '#shared/i18n/use-text.ts';
import { settingLabels, versionRuleChoices } from '#shared/i18n/setting-labels.ts';
import { Card } from '#shared/ui/card.tsx';
import type { TabSettings } from '../use-setting.ts';
import { CardsSetting } from './cards-setting.tsx';
import { NumberSetting, SwitchSetting } from './setting-fields.tsx';

/** Settings of the earlier contents of files. How long they stay also holds for those from before they were turned off. */
export const VersionsCard = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const rule = tab.settings.data.attributes['versions_thinning'];
  return (
    <Card title={t('settings.versions_card')}>
      <SwitchSetting tab={tab} name="versions" {...settingLabels('versions')} />
      <CardsSetting
        tab={tab}
        name="versions_thinning"
        {...settingLabels('version_rule')}
        choices={versionRuleChoices()}
      />
      {rule === 'days' && (
        <NumberSetting
          tab={tab}
          name="versions_days"
          {...settingLabels('version_days')}
          unit={t('settings.trash_days')}
        />
      )}
      {rule === 'count' && (
        <NumberSetting tab={tab} name="versions_count" {...settingLabels('version_count')} />
      )}
    </Card>
  );
};
