import { expectPath, expectVisible } from './harness/expect-page.ts';
import { authPage } from './harness/auth-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { createUser, openSession } from './harness/session.ts';

const journey = journeysOf();
let accounts = 0;

/** Somebody with an account of their own. */
const somebody = async ({ server }: World) => {
  const who = {
    email: `somebody-${(accounts += 1)}@example.com`,
    password: 'the lamp over the kitchen table',
  };
  const id = await createUser(server.url, who);
  const suspend = async (reason: string): Promise<void> => {
    const { call } = await openSession(server.url);
    await call('PATCH', `/api/admin/users/${id}`, { status: 'suspended', reason });
  };
  return { who, suspend };
};

journey(
  'a user who is suspended while signed in is led to sign-in, which knows the way back',
  async (world) => {
    const { page, guard } = world;
    guard.allow(refusedWithoutSession);
    const { who, suspend } = await somebody(world);
    const auth = authPage(page);
    await page.goto('/');
    await auth.signIn(who);
    await expectVisible(page.getByText('Nothing here yet'));
    await suspend('Please return the van first.');
    await page.goto('/platform/files?sort=name&dir=ASC');
    await expectPath(page, `/?redirect=${encodeURIComponent('/platform/files?sort=name&dir=ASC')}`);
    await expectVisible(auth.heading('Welcome back'));
  },
);

journey('a session that is lost on a page of the administration leads back there', async (world) => {
  const { page, signIn, context, guard } = world;
  guard.allow(refusedWithoutSession);
  await signIn({ at: '/admin/users' });
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.waitFor();
  await context.clearCookies();
  await search.fill('ada');
  await expectPath(page, `/?redirect=${encodeURIComponent('/admin/users?search=ada')}`);
  await expectVisible(authPage(page).heading('Welcome back'));
});

journey(
  'a user who is no administrator stays signed in where the administration refuses them',
  async (world) => {
    const { page } = world;
    const { who } = await somebody(world);
    const auth = authPage(page);
    await page.goto('/?redirect=%2Fadmin%2Fusers');
    await auth.signIn(who);
    await expectPath(page, '/admin/users');
    await expectVisible(page.getByRole('heading', { name: 'You need an administrator account' }));
    await page.goto('/platform/files');
    await filesPage(page).heading.waitFor();
  },
);
