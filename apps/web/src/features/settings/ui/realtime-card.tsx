import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { Info } from 'lucide-react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { administer } from '#shared/session/administer.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import {
  checkRealtime,
  realtimeDraft,
  type RealtimeDraft,
  realtimeFaults,
  realtimeServices,
  sentRealtime,
} from '../realtime-form.ts';
import { environmentLabels } from '#shared/i18n/setting-labels.ts';
import type { TabSettings } from '../use-setting.ts';
import { type TestedForm, useTestedForm } from '../use-tested-form.ts';
import { RealtimeFields } from './realtime-fields.tsx';
import { SwitchSetting } from './setting-fields.tsx';
import { TestedFormView } from './tested-form.tsx';

/** Returns the realtime service as a form. */
const useRealtime = (tab: TabSettings): TestedForm<RealtimeDraft> => {
  const { attributes } = tab.settings.data;
  return useTestedForm(tab, {
    name: 'realtime',
    saved: realtimeDraft(attributes),
    sent: sentRealtime,
    check: (draft) => checkRealtime(draft, attributes['pusher_secret'] === true),
    faultsOf: realtimeFaults,
    test: async (body) => {
      await administer(adminEndpoints.testRealtime, { body });
      return text('environment.service_works');
    },
    save: (body) => administer(adminEndpoints.saveRealtime, { body }),
    savedText: () => text('environment.storage_saved'),
  });
};

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
