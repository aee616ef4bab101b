import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import type { TabSettings } from '../use-setting.ts';
import { AddressSetting } from './address-setting.tsx';
import { MailCard } from './mail-card.tsx';
import { RealtimeCard } from './realtime-card.tsx';
import { StorageCard } from './storage-card.tsx';

/** Settings of the environment: public address, file storage, mail and realtime. */
export const EnvironmentTab = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  return (
    <>
      <Card title={t('environment.connection')}>
        <AddressSetting tab={tab} />
      </Card>
      <StorageCard tab={tab} />
      <MailCard tab={tab} />
      <RealtimeCard tab={tab} />
    </>
  );
};
