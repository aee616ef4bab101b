import { accountMessages } from './en.account.ts';
import { actionsMessages } from './en.actions.ts';
import { activityMessages } from './en.activity.ts';
import { authMessages } from './en.auth.ts';
import { commonMessages } from './en.common.ts';
import { dashboardMessages } from './en.dashboard.ts';
import { errorMessages } from './en.errors.ts';
import { filesMessages } from './en.files.ts';
import { guestMessages } from './en.guest.ts';
import { healthMessages } from './en.health.ts';
import { mailMessages } from './en.mail.ts';
import { platformMessages } from './en.platform.ts';
import { previewMessages } from './en.preview.ts';
import { requestsMessages } from './en.requests.ts';
import { sectionsMessages } from './en.sections.ts';
import { settingsMessages } from './en.settings.ts';
import { sharingMessages } from './en.sharing.ts';
import { spotlightMessages } from './en.spotlight.ts';
import { uploadsMessages } from './en.uploads.ts';
import { usersMessages } from './en.users.ts';

/**
 * The English messages: the source of every translation and the type of every key. Placeholders are
 * `{{name}}`; plural forms end in `_one` and `_other` (i18next's format).
 */
export const en = {
  ...commonMessages,
  ...accountMessages,
  ...actionsMessages,
  ...authMessages,
  ...filesMessages,
  ...guestMessages,
  ...healthMessages,
  ...mailMessages,
  ...platformMessages,
  ...previewMessages,
  ...requestsMessages,
  ...sectionsMessages,
  ...sharingMessages,
  ...spotlightMessages,
  ...uploadsMessages,
  ...activityMessages,
  ...dashboardMessages,
  ...settingsMessages,
  ...usersMessages,
  ...errorMessages,
} as const;

export type MessageKey = keyof typeof en;
