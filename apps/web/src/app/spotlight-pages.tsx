import { SlidersHorizontal, UserPlus } from 'lucide-react';
import type { Command } from '#features/spotlight/results.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { adminLinks, userLinks, type SectionLink } from './frame/section-links.ts';
import { sections } from './frame/sections.ts';

const settingsTabs = [
  { tab: 'appearance', label: 'appearance.title' },
  { tab: 'others', label: 'other_settings.title' },
  { tab: 'server', label: 'server.title' },
] as const;

/** Where the spotlight leads to: pages of the platform, of one's account and, for administrators, of the administration. */
export const usePages = (isAdmin: boolean): readonly Command[] => {
  const t = useText();
  const platform = sections.map(({ name, label, Icon, to }): Command => ({
    id: `page-${name}`,
    title: t(label),
    icon: <Icon />,
    run: () => navigate(to),
  }));
  const pageOf = ({ label, Icon, to }: SectionLink): Command => ({
    id: `page-${label}`,
    title: t(label),
    also: t('spotlight.also.settings'),
    icon: <Icon />,
    run: () => navigate(to),
  });
  if (!isAdmin) return [...platform, ...userLinks.map(pageOf)];
  const settings = settingsTabs.map(({ tab, label }): Command => ({
    id: `page-settings-${tab}`,
    title: t('spotlight.settings_page', { tab: t(label) }),
    also: t(`spotlight.also.${tab}`),
    icon: <SlidersHorizontal />,
    run: () => navigate(adminPaths.settings(tab)),
  }));
  const admin = adminLinks.filter(({ label }) => label !== 'settings.title').map(pageOf);
  return [...platform, ...userLinks.map(pageOf), ...admin, ...settings];
};

/** What administrators can do from anywhere. */
export const useAdminActions = (isAdmin: boolean): readonly Command[] => {
  const t = useText();
  if (!isAdmin) return [];
  return [
    {
      id: 'create-user',
      title: t('users.create'),
      also: t('spotlight.also.create_user'),
      icon: <UserPlus />,
      run: () => navigate(adminPaths.createUser()),
    },
  ];
};
