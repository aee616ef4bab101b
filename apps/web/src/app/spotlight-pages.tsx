import { SlidersHorizontal, UserPlus } from 'lucide-react';
import type { Command } from '#features/spotlight/results.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { serverViews, settingsTabs } from '#shared/paths/settings-tabs.ts';
import { navigate } from '#shared/router/location.ts';
import { adminLinks, userLinks, type SectionLink } from './frame/section-links.ts';
import { sections } from './frame/sections.ts';

/**
 * Returns the pages that the spotlight leads to: those of the platform, of the account and, for administrators, of the
 * administration.
 */
export const usePages = (isAdmin: boolean): readonly Command[] => {
  const t = useText();
  const platform = sections.map(({ name, label, Icon, to }): Command => ({
    id: `page-${name}`,
    title: t(label),
    icon: <Icon />,
    run: () => navigate(to),
  }));
  const pagesOf = (links: readonly SectionLink[], also: string): Command[] =>
    links.map(({ label, Icon, to }) => ({
      id: `page-${label}`,
      title: t(label),
      also,
      icon: <Icon />,
      run: () => navigate(to),
    }));
  const own = userLinks.flatMap((link) =>
    pagesOf(
      [link],
      t(link.label === 'security.title' ? 'spotlight.keywords.security' : 'spotlight.keywords.account'),
    ),
  );
  if (!isAdmin) return [...platform, ...own];
  const settings = settingsTabs.map(({ tab, label }): Command => ({
    id: `page-settings-${tab}`,
    title: t('spotlight.settings_page', { tab: t(label) }),
    also: t(`spotlight.keywords.${tab}`),
    icon: <SlidersHorizontal />,
    run: () => navigate(adminPaths.settings(tab)),
  }));
  const views = serverViews.flatMap(({ view, label }): Command[] =>
    view === 'status'
      ? []
      : [
          {
            id: `page-settings-${view}`,
            title: t('spotlight.settings_page', { tab: t(label) }),
            also: t(`spotlight.keywords.${view}`),
            icon: <SlidersHorizontal />,
            run: () => navigate(adminPaths.server(view)),
          },
        ],
  );
  const others = adminLinks.filter(({ label }) => label !== 'settings.title');
  const administration = others.flatMap((link) =>
    pagesOf(
      [link],
      t(link.label === 'languages.title' ? 'spotlight.keywords.languages' : 'spotlight.keywords.admin'),
    ),
  );
  return [...platform, ...own, ...administration, ...settings, ...views];
};

/** Returns the commands that administrators have everywhere. */
export const useAdminActions = (isAdmin: boolean): readonly Command[] => {
  const t = useText();
  if (!isAdmin) return [];
  return [
    {
      id: 'create-user',
      title: t('users.create'),
      also: t('spotlight.keywords.create_user'),
      icon: <UserPlus />,
      run: () => navigate(adminPaths.createUser()),
    },
  ];
};
