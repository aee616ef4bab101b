import { accountMessages } from './en.account.ts';
import { actionsMessages } from './en.actions.ts';
import { activityMessages } from './en.activity.ts';
import { authMessages } from './en.auth.ts';
import { checksMessages } from './en.checks.ts';
import { commonMessages } from './en.common.ts';
import { dashboardMessages } from './en.dashboard.ts';
import { editorMessages } from './en.editor.ts';
import { environmentMessages } from './en.environment.ts';
import { errorMessages } from './en.errors.ts';
import { filesMessages } from './en.files.ts';
import { guestMessages } from './en.guest.ts';
import { healthMessages } from './en.health.ts';
import { languagesMessages } from './en.languages.ts';
import { mailMessages } from './en.mail.ts';
import { platformMessages } from './en.platform.ts';
import { previewMessages } from './en.preview.ts';
import { requestsMessages } from './en.requests.ts';
import { searchMessages } from './en.search.ts';
import { sectionsMessages } from './en.sections.ts';
import { serverMessages } from './en.server.ts';
import { settingsMessages } from './en.settings.ts';
import { setupMessages } from './en.setup.ts';
import { sharingMessages } from './en.sharing.ts';
import { spotlightMessages } from './en.spotlight.ts';
import { uploadsMessages } from './en.uploads.ts';
import { usersMessages } from './en.users.ts';
import { versionsMessages } from './en.versions.ts';

/**
 * The English messages: the source of every translation and the type of every key. Placeholders are
 * `{{name}}`; plural forms end in `_one` and `_other` (i18next's format).
 */
export const en = {
  ...commonMessages,
  ...accountMessages,
  ...actionsMessages,
  ...authMessages,
  ...checksMessages,
  ...editorMessages,
  ...filesMessages,
  ...guestMessages,
  ...healthMessages,
  ...languagesMessages,
  ...mailMessages,
  ...platformMessages,
  ...previewMessages,
  ...requestsMessages,
  ...searchMessages,
  ...sectionsMessages,
  ...sharingMessages,
  ...spotlightMessages,
  ...uploadsMessages,
  ...activityMessages,
  ...dashboardMessages,
  ...environmentMessages,
  ...serverMessages,
  ...settingsMessages,
  ...setupMessages,
  ...usersMessages,
  ...versionsMessages,
  ...errorMessages,
} as const;

export type MessageKey = keyof typeof en;
