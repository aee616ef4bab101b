import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDesk, problem } from '#features/auth/testing/auth-desk.tsx';
import { media } from '#shared/lib/use-media.ts';
import { markUnauthorized, session } from '#shared/session/session.ts';
import { openWindow } from '#shared/testing/media.ts';
import { SignInScreen } from './sign-in.screen.tsx';

// The service loads with the first challenge, which is not tested here.
beforeAll(() => import('./sign-in.second-factor.tsx'));
beforeEach(markUnauthorized);
afterEach(() => vi.useRealTimers());

const login = '/api/login';
const challenge = '/api/two-factor-challenge';
const heading = () => document.querySelector('h1')?.textContent;
const isIn = () => session.get().authorized;

const atSignIn = async (
  ...config: Parameters<typeof openDesk> extends [string, ...infer Rest] ? Rest : never
) => {
  const desk = await openDesk('/', ...config);
  await desk.draw(<SignInScreen />);
  return desk;
};
const filledIn = async () => {
  const desk = await atSignIn();
  await desk.type('Email', ' mara@example.com ');
  await desk.type('Password', 'a secret sentence');
  return desk;
};

test.each([
  { query: media.autofocus, focused: 'INPUT' },
  { query: media.touch, focused: 'H1' },
])('the address has the focus at once where that opens no keyboard of the screen: $query', async (window) => {
  openWindow(window.query);
  await atSignIn();
  expect(document.activeElement?.tagName).toBe(window.focused);
});

test('signing in sends the address without spaces, and leads on', async () => {
  const desk = await filledIn();
  desk.answer(login, { two_factor: false });
  await desk.submit();
  expect(desk.calls).toEqual([
    { path: login, body: { email: 'mara@example.com', password: 'a secret sentence', remember: false } },
  ]);
  expect(isIn()).toBe(true);
});

test('a fault is told under its field, which has the focus', async () => {
  const desk = await filledIn();
  desk.answer(login, problem('sign_in.failed'), { status: 401 });
  await desk.submit();
  const password = desk.field('Password');
  expect(document.activeElement).toBe(password);
  expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Wrong email or password.',
  );
  await desk.type('Password', 'another');
  expect(password.hasAttribute('aria-invalid')).toBe(false);
});

test('a form without an address or a password is not sent, and says what is missing', async () => {
  const desk = await filledIn();
  const faultOf = (label: string) =>
    document.getElementById(desk.field(label).getAttribute('aria-describedby') ?? '')?.textContent;
  await desk.type('Email', 'no address');
  await desk.type('Password', '');
  await desk.submit();
  expect([faultOf('Email'), faultOf('Password')]).toEqual([
    'Enter a valid email, like name@example.com',
    'Enter your password.',
  ]);
  expect(desk.calls).toEqual([]);
});

test('a suspended user reads the administrator’s words', async () => {
  const desk = await filledIn();
  desk.answer(login, problem('sign_in.suspended', { message: 'Please return the van first.' }), {
    status: 403,
  });
  await desk.submit();
  expect(desk.text()).toContain('Please return the van first.');
  expect(isIn()).toBe(false);
});

test('a server that cannot be reached is told of, and the next attempt works', async () => {
  const desk = await filledIn();
  await desk.submit();
  expect(desk.text()).toContain('The server can’t be reached.');
  desk.answer(login, { two_factor: false });
  await desk.submit();
  expect(isIn()).toBe(true);
});

test('pressing twice asks once', async () => {
  const desk = await filledIn();
  const asked = vi.fn<typeof fetch>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', asked);
  await desk.submit();
  await desk.submit();
  await desk.press('Sign in');
  expect(asked).toHaveBeenCalledOnce();
});

test('the wait after too many attempts is counted down until it is over', async () => {
  const desk = await filledIn();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  desk.answer(login, problem('limit.too_many'), { status: 429, headers: { 'retry-after': '75' } });
  await desk.submit();
  const shown = () => document.querySelector('[role="alert"] [aria-hidden="true"]:not(svg)')?.textContent;
  expect(shown()).toBe('Too many attempts. You can try again in 1:15.');
  expect(document.querySelector('[role="alert"] .visually-hidden')?.textContent).toBe(
    'Too many attempts. You can try again in 2 minutes.',
  );
  // Writing something else does not make the server listen.
  await desk.type('Password', 'another');
  await desk.change(() => vi.advanceTimersByTime(6_000));
  expect(shown()).toBe('Too many attempts. You can try again in 1:09.');
  await desk.change(() => vi.advanceTimersByTime(69_000));
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test.each([true, false])('an account can be made where registration is on: %s', async (registration) => {
  const desk = await atSignIn({ registration });
  expect(desk.text().includes('Create an account')).toBe(registration);
  expect(desk.text()).toContain('Forgot password?');
});

const challenged = async () => {
  const desk = await filledIn();
  desk.answer(login, { two_factor: true });
  await desk.submit();
  expect(heading()).toBe('One more step');
  return desk;
};

test('the second factor is asked for in place, and six digits send themselves', async () => {
  const desk = await challenged();
  expect(isIn()).toBe(false);
  const field = desk.field('Six-digit code');
  expect(document.activeElement).toBe(field);
  expect(field.autocomplete).toBe('one-time-code');
  desk.answer(challenge, { recovery_codes_left: 10 });
  await desk.type('Six-digit code', '12345');
  expect(desk.calls).toHaveLength(1);
  await desk.type('Six-digit code', ' 123 456 ');
  expect(desk.calls.slice(1)).toEqual([{ path: challenge, body: { code: '123456' } }]);
  expect(isIn()).toBe(true);
});

test('a code that is wrong is told under the field, and the next one is taken', async () => {
  const desk = await challenged();
  desk.answer(challenge, problem('two_factor.wrong_code'), { status: 401 });
  await desk.type('Six-digit code', '111111');
  const field = desk.field('Six-digit code');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(desk.text()).toContain('This code isn’t right.');
  await desk.submit();
  expect(desk.calls).toHaveLength(3);
  desk.answer(challenge, { recovery_codes_left: 4 });
  await desk.type('Six-digit code', '22');
  expect(desk.text()).not.toContain('This code isn’t right.');
  await desk.type('Six-digit code', '222222');
  expect(isIn()).toBe(true);
});

test.each([
  [3, 'You have 3 recovery codes left'],
  [1, 'You have 1 recovery code left'],
  [0, 'You’re out of recovery codes'],
])('whoever has %i recovery codes left is told so before going on', async (left, told) => {
  const desk = await challenged();
  await desk.press('Use a recovery code instead');
  expect(heading()).toBe('Use a recovery code');
  await desk.submit();
  expect(desk.text()).toContain('Enter a recovery code.');
  desk.answer(challenge, { recovery_codes_left: left });
  await desk.type('Recovery code', ' ab12-cd34 ');
  await desk.submit();
  expect(desk.calls.at(-1)).toEqual({ path: challenge, body: { recovery_code: 'ab12-cd34' } });
  expect(heading()).toBe(told);
  expect(isIn()).toBe(false);
  await desk.press('Continue');
  expect(isIn()).toBe(true);
});

test('a sign-in that took too long begins anew, and says why', async () => {
  const desk = await challenged();
  desk.answer(challenge, problem('two_factor.no_challenge'), { status: 401 });
  await desk.type('Six-digit code', '123456');
  expect(heading()).toBe('Welcome back');
  expect(desk.text()).toContain('This took too long. Please sign in again.');
  await desk.type('Password', 'x');
  expect(desk.text()).not.toContain('This took too long.');
});

test('the second factor has a way back', async () => {
  const desk = await challenged();
  await desk.press('Use a recovery code instead');
  await desk.press('Use your app instead');
  expect(heading()).toBe('One more step');
  await desk.press('Back to sign in');
  expect(heading()).toBe('Welcome back');
});
