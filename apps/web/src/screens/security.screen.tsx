import { DevicesCard } from '#features/account/ui/devices-card.tsx';
import { PasswordCard } from '#features/account/ui/password-card.tsx';
import { TokensCard } from '#features/account/ui/tokens-card.tsx';
import { TwoFactorCard } from '#features/account/ui/two-factor-card.tsx';
import { OwnActivity } from '#features/activity/ui/own-activity.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { useTitle } from './use-title.ts';

/** `/user/settings/password`: the sign-in of the account, and its sessions. */
export const SecurityScreen = () => {
  const t = useText();
  useTitle(t('security.title'));
  return (
    <SectionPage title={t('security.title')} lead={t('security.lead')}>
      <PasswordCard />
      <TwoFactorCard />
      <TokensCard />
      <DevicesCard />
      <OwnActivity />
    </SectionPage>
  );
};
