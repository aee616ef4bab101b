import '@fontsource-variable/inter/wght.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { askForFirstRows } from '#app/first-rows.ts';
import { queryClient } from '#app/query-client.ts';
import { setupRoute, routeFor } from '#app/router.tsx';
import { startTheme } from '#features/appearance/theme.store.ts';
import { forgetWithSession } from '#app/session-end.ts';
import { followTabs } from '#features/auth/tabs.ts';
import { refuseStrayDrops } from '#features/uploads/stray-drops.ts';
import { whenTwoFactorIsMissing } from '#shared/api/client.ts';
import { userKey } from '#shared/api/query-keys.ts';
import { directionIn, loadConfig } from '#shared/config/config.ts';
import { loadMessages } from '#shared/i18n/messages.ts';
import { showUnreachable } from '#shared/lib/unreachable.ts';
import { linkOf } from '#shared/paths/paths.ts';
import { markAuthorized, userQuery } from '#shared/session/session.ts';

/**
 * Milliseconds that the first drawing waits for rows which are on their way: drawn with them the page is laid out once, but
 * where they take long, or do not come, the rest of it is there before them.
 */
const patience = 200;
const whileSoon = (rows: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([rows, new Promise((resolve) => setTimeout(resolve, patience))]);

const start = async (): Promise<void> => {
  const config = await loadConfig();
  let user: Promise<unknown> | undefined;
  let rows: Promise<unknown> | undefined;
  const route = config.installation ? setupRoute : routeFor(location.pathname);
  // The page of a link belongs to a guest, whoever is signed in beside it.
  if (linkOf(location.pathname) === undefined) {
    if (config.isAuthenticated) {
      markAuthorized();
      // The component that draws the user meets the failure again, and shows it.
      user = queryClient.query(userQuery).catch(() => undefined);
      // The server answers no other call before that.
      if (!config.mustSetUpTwoFactor) rows = whileSoon(askForFirstRows(queryClient, route, location));
    }
    followTabs();
  }
  forgetWithSession();
  whenTwoFactorIsMissing(
    () => void queryClient.invalidateQueries({ queryKey: userKey }, { cancelRefetch: false }),
  );
  startTheme();
  // The screen's script travels beside the messages; whoever draws it sees whether it failed.
  const screen = route.load().catch(() => undefined);
  // The first format that a page makes takes some 20 ms: here they pass while the answers travel.
  new Intl.DateTimeFormat(config.locale).format();
  if (!(await loadMessages(config.locale, directionIn(config)))) return;
  // Drawn without them the page would show empty places first, and React keeps each of those for a while.
  await Promise.all([screen, user, rows]);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
};

refuseStrayDrops();
// Nothing is drawn yet that could say so.
start().catch(showUnreachable);
