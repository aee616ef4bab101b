import {
  CircleUserRound,
  HardDrive,
  History,
  Languages,
  LayoutDashboard,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { TextKey } from '#shared/i18n/messages.ts';
import { adminPaths, userPaths } from '#shared/paths/section-paths.ts';

/** A page of the sections "user" and "admin", as panel, menu and tabs link it. */
export interface SectionLink {
  readonly label: TextKey;
  readonly Icon: LucideIcon;
  readonly to: string;
  /** Paths inside of it. */
  readonly within: RegExp;
}

export const userLinks: readonly SectionLink[] = [
  { label: 'profile.title', Icon: CircleUserRound, to: userPaths.profile(), within: /^\/user\/profile/ },
  {
    label: 'security.title',
    Icon: ShieldCheck,
    to: userPaths.password(),
    within: /^\/user\/settings\/password/,
  },
  { label: 'storage.title', Icon: HardDrive, to: userPaths.storage(), within: /^\/user\/settings\/storage/ },
];

export const adminLinks: readonly SectionLink[] = [
  {
    label: 'dashboard.title',
    Icon: LayoutDashboard,
    to: adminPaths.dashboard(),
    within: /^\/admin\/dashboard/,
  },
  { label: 'users.title', Icon: Users, to: adminPaths.users(), within: /^\/admin\/users?(?:\/|$)/ },
  { label: 'activity.title', Icon: History, to: adminPaths.activity(), within: /^\/admin\/activity/ },
  {
    label: 'settings.title',
    Icon: SlidersHorizontal,
    to: adminPaths.settings(),
    within: /^\/admin\/settings/,
  },
  { label: 'languages.title', Icon: Languages, to: adminPaths.languages(), within: /^\/admin\/language/ },
];

/** Value of `aria-current` for the active link: `page` on its own page, `true` inside of it. */
export const currentLink = ({ to, within }: SectionLink, pathname: string): 'page' | 'true' | undefined => {
  if (to === pathname) return 'page';
  return within.test(pathname) ? 'true' : undefined;
};
