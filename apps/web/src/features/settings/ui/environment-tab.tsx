import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import type { TabSettings } from '../use-setting.ts';
import { AddressSetting } from './address-setting.tsx';
import { MailCard } from './mail-card.tsx';
import { RealtimeCard } from './realtime-card.tsx';
import { StorageCard } from './storage-card.tsx';

/** What the application stands on: where people open it, where files are kept, what sends mails, and how pages hear of changes. */
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
