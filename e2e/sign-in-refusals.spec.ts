import { expectPath, expectVisible } from './harness/expect-page.ts';
import { authPage } from './harness/auth-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { createUser, openSession, post } from './harness/session.ts';

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

journey('a suspended user reads why at sign-in', async (world) => {
  world.guard.allow(/status of 403/);
  const { who, suspend } = await somebody(world);
  await suspend('Please return the van first.');
  const auth = authPage(world.page);
  await world.page.goto('/');
  await auth.signIn(who);
  await expectVisible(auth.problem.getByText('Please return the van first.'));
  await expectPath(world.page, '/');
});

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

journey('after too many attempts the page says how long to wait', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of (401|429)/);
  const { who } = await somebody(world);
  const guess = { email: who.email, password: 'not the password', remember: false };
  let status = 401;
  while (status === 401) ({ status } = await post(`${server.url}/api/login`, guess));
  const auth = authPage(page);
  await page.goto('/');
  await auth.signIn(guess);
  await expectVisible(auth.problem.getByText(/^Too many attempts\. You can try again in 0:\d\d\.$/));
});
