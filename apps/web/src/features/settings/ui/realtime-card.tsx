import { Info } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { realtimeServices } from '../realtime-form.ts';
import { environmentLabels } from '../setting-labels.ts';
import { useRealtime } from '../use-realtime.ts';
import type { TabSettings } from '../use-setting.ts';
import { RealtimeFields } from './realtime-fields.tsx';
import { SwitchSetting } from './setting-fields.tsx';
import { TestedFormView } from './tested-form.tsx';

/** Setting of realtime updates; the service is a form of its own, which is tested before it is saved. */
export const RealtimeCard = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const form = useRealtime(tab);
  const { draft, faults, isTesting, isSaving } = form;
  const { attributes } = tab.settings.data;
  const service = environmentLabels('realtime_service');
  const isOther = draft.realtime_service === 'pusher';
  return (
    <Card title={t('environment.realtime')}>
      <SwitchSetting tab={tab} name="realtime" {...environmentLabels('realtime')} />
      {(attributes['realtime'] === true || form.isChanged) && (
        <TestedFormView
          label={t('environment.realtime')}
          form={form}
          test={isOther ? { text: t('environment.storage_test') } : undefined}
          isLocked={false}
        >
          <CardRow label={service.label} help={service.help} error={faults.realtime_service}>
            <ChoiceCards
              label={service.label}
              value={draft.realtime_service}
              choices={realtimeServices.map((value) => ({
                value,
                title: t(`environment.service.${value}`),
                text: t(`environment.service.${value}_help`),
              }))}
              onChoose={(realtime_service) => form.change({ realtime_service })}
            />
          </CardRow>
          {isOther && (
            <>
              <p className="setting-notice">
                <Info className="icon-16" />
                {t('environment.service_notice')}
              </p>
              <RealtimeFields
                {...{ draft, faults }}
                isBusy={isTesting || isSaving}
                hasSecret={attributes['pusher_secret'] === true}
                onChange={form.change}
              />
            </>
          )}
        </TestedFormView>
      )}
    </Card>
  );
};
