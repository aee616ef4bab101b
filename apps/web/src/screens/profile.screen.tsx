import { AppearanceCard } from './profile.appearance.tsx';
import { ColorRow } from '#features/account/ui/color-row.tsx';
import { EmailRow } from '#features/account/ui/email-row.tsx';
import { NoticesCard } from '#features/account/ui/notices-card.tsx';
import { CountryRow, LanguageRow, NameRow, TimezoneRow } from '#features/account/ui/profile-fields.tsx';
import { ProfileHead } from '#features/account/ui/profile-head.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { useTitle } from './use-title.ts';

/** `/user/profile`: the user's name and photo, and the look of the application. */
export const ProfileScreen = () => {
  const t = useText();
  useTitle(t('profile.title'));
  return (
    <SectionPage title={t('profile.title')} lead={t('profile.lead')}>
      <Card>
        <ProfileHead />
        <NameRow name="first_name" autoComplete="given-name" />
        <NameRow name="last_name" autoComplete="family-name" />
        <EmailRow />
        <ColorRow />
        <CountryRow />
        <TimezoneRow />
        <LanguageRow />
      </Card>
      <h2>{t('appearance.title')}</h2>
      <AppearanceCard />
      <h2>{t('profile.notices')}</h2>
      <NoticesCard />
    </SectionPage>
  );
};
