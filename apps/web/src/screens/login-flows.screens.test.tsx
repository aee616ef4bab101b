import { beforeEach, expect, test, vi } from 'vitest';
import { forgetLinkTokens } from '#features/auth/link-token.ts';
import { openDesk, problem } from '#features/auth/testing/auth-desk.tsx';
import { sentMail, signInAs } from '#features/auth/login-flows.store.ts';
import { markAuthorized, markUnauthorized, session } from '#shared/session/session.ts';
import { alerts } from '#shared/ui/alert.ts';
import { ConfirmEmailScreen } from './confirm-email.screen.tsx';
import { DemoScreen } from './demo.screen.tsx';
import { ForgottenPasswordScreen } from './forgotten-password.screen.tsx';
import { MailSentScreen } from './mail-sent.screen.tsx';
import { NewPasswordScreen } from './new-password.screen.tsx';
import { RegisterScreen } from './register.screen.tsx';

beforeEach(() => {
  markUnauthorized();
  sentMail.set(undefined);
  signInAs.set('');
  alerts.set([]);
  forgetLinkTokens();
});

const heading = () => document.querySelector('h1')?.textContent;
type Desk = Awaited<ReturnType<typeof openDesk>>;
/** Lets the page process its answers, until it shows the text. */
const expectHeading = async (desk: Desk, title: string): Promise<void> => {
  for (let turn = 0; turn < 50 && heading() !== title; turn += 1) await desk.change(() => undefined);
  expect(heading()).toBe(title);
};
const at = () => location.pathname + location.search;
const errorOf = (field: HTMLInputElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

test('a signed-in user keeps the session at the demo', async () => {
  const desk = await openDesk('/demo', { demo: true });
  await desk.draw(<DemoScreen />);
  expect(desk.text()).toContain('Open demo');
  await desk.change(markAuthorized);
  expect(desk.text()).toContain('You’re signed in.');
  expect(desk.text()).not.toContain('Open demo');
  await desk.press('Go to your files');
  expect(at()).toBe('/platform/files');
});

test('people read whom to ask where the server sends no mails, and nobody is told to wait', async () => {
  const desk = await openDesk('/forgotten-password', { mails: false });
  await desk.draw(<ForgottenPasswordScreen />);
  expect(desk.text()).toContain('Ask your administrator for a reset link');
  expect(desk.text()).toContain('holdall user reset-password');
  expect(document.querySelector('form')).toBeNull();
  await desk.draw(<MailSentScreen />);
  expect(heading()).toBe('Ask your administrator');
  expect(desk.text()).toContain('no message is on its way');
  expect(desk.text()).not.toMatch(/spam|Check your/);
});

test('a forgotten password: the mail is on its way, and the address is in no address', async () => {
  const desk = await openDesk('/forgotten-password');
  await desk.draw(<ForgottenPasswordScreen />);
  await desk.type('Email', 'mara');
  await desk.submit();
  expect(errorOf(desk.field('Email'))).toBe('Enter a valid email, like name@example.com');
  expect(desk.calls).toEqual([]);
  desk.answer('/api/password/email', {});
  await desk.type('Email', ' mara@example.com ');
  await desk.submit();
  expect(desk.calls).toEqual([{ path: '/api/password/email', body: { email: 'mara@example.com' } }]);
  expect(at()).toBe('/successfully-send');
  await desk.draw(<MailSentScreen />);
  expect(desk.text()).toContain(
    'If mara@example.com has an account, a reset link is on its way. It works for one hour.',
  );
});

test('the mail can be sent again after a minute, and then not before another one', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  sentMail.set({ kind: 'reset', email: 'mara@example.com', at: Date.now() });
  const desk = await openDesk('/successfully-send');
  await desk.draw(<MailSentScreen />);
  expect(desk.text()).toContain('You can send again in 1:00.');
  await desk.change(() => vi.advanceTimersByTime(59_000));
  expect(desk.text()).toContain('You can send again in 0:01.');
  await desk.change(() => vi.advanceTimersByTime(1_000));
  desk.answer('/api/password/email', {});
  await desk.press('send again');
  expect(desk.calls).toHaveLength(1);
  expect(desk.text()).toContain('You can send again in 1:00.');
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Sent again.');
  vi.useRealTimers();
});

test('opened by itself the page about the mail reads well, too', async () => {
  const desk = await openDesk('/successfully-send');
  await desk.draw(<MailSentScreen />);
  expect(heading()).toBe('Check your email');
  expect(document.title).toBe('Check your email — Holdall');
  expect(document.activeElement).toBe(document.querySelector('h1'));
  expect(desk.text()).toContain('If there is an account for your address, a link is on its way.');
  await desk.press('send again');
  expect(at()).toBe('/forgotten-password');
});

const link = '/create-new-password?token=abc&email=mara%40example.com';
const question = { purpose: 'password', token: 'abc', email: 'mara@example.com' };
/** The page, once it has been told what its link opens; what it asked for that is no call of the test any more. */
const atNewPassword = async (kind: 'reset' | 'invitation' = 'reset') => {
  const desk = await openDesk(link);
  desk.answer('/api/mailed-link', { kind, email: 'mara@example.com' });
  await desk.draw(<NewPasswordScreen />);
  await expectHeading(desk, kind === 'reset' ? 'Choose a new password' : 'Welcome to Holdall');
  expect(desk.calls.splice(0)).toEqual([{ path: '/api/mailed-link', body: question }]);
  return desk;
};
const overOnes = [
  ['was used or is too old', problem('link.expired'), 410],
  ['is none that could be', problem('request.invalid'), 422],
] as const;

test.each(overOnes)('a link that %s says so when it is opened, and leads to a new one', async (...over) => {
  const desk = await openDesk(link);
  desk.answer('/api/mailed-link', over[1], { status: over[2] });
  await desk.draw(<NewPasswordScreen />);
  await expectHeading(desk, 'This link has expired');
  expect(document.querySelector('form')).toBeNull();
  expect(desk.calls).toHaveLength(1);
  await desk.press('Request a new one');
  expect(at()).toBe('/forgotten-password');
});

test('a link that cannot be asked about is asked about again at a press', async () => {
  const desk = await openDesk(link);
  await desk.draw(<NewPasswordScreen />);
  await expectHeading(desk, 'We couldn’t check your link');
  expect(desk.text()).toContain('The server can’t be reached.');
  desk.answer('/api/mailed-link', { kind: 'reset', email: 'mara@example.com' });
  await desk.press('Try again');
  await expectHeading(desk, 'Choose a new password');
});

test('too many questions are asked again by themselves when the time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const desk = await openDesk(link);
  const headers = { 'retry-after': '20' };
  desk.answer('/api/mailed-link', problem('limit.too_many'), { status: 429, headers });
  await desk.draw(<NewPasswordScreen />);
  await expectHeading(desk, 'We couldn’t check your link');
  expect(desk.text()).toContain('You can try again in 0:20.');
  expect(desk.text()).not.toContain('Try again');
  desk.answer('/api/mailed-link', { kind: 'reset', email: 'mara@example.com' });
  await desk.change(() => vi.advanceTimersByTime(20_000));
  await expectHeading(desk, 'Choose a new password');
  vi.useRealTimers();
});

test('an invited user is welcomed, and ends with an account, not with a change', async () => {
  const desk = await atNewPassword('invitation');
  expect(desk.text()).toContain('Choose a password for mara@example.com.');
  await desk.type('Password', 'the lamp hums at night');
  desk.answer('/api/password/reset', { access_tokens: 0 });
  await desk.submit();
  const message = 'Sign in with mara@example.com and the password you chose.';
  expect(alerts.get()).toMatchObject([{ title: 'Your account is ready', message, emoji: '🎉' }]);
  expect(signInAs.get()).toBe('mara@example.com');
});

test('a new password: the token leaves the address, and sign-in knows who it is', async () => {
  const desk = await atNewPassword();
  expect(at()).toBe('/create-new-password');
  const known = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  expect(known?.value).toBe('mara@example.com');
  await desk.type('New password', 'mara1998');
  expect(desk.text()).toContain('Weak: easy to guess');
  await desk.type('New password', 'the lamp hums at night');
  expect(desk.text()).toContain('Very strong');
  desk.answer('/api/password/reset', { access_tokens: 0 });
  await desk.submit();
  expect(desk.calls).toEqual([
    {
      path: '/api/password/reset',
      body: {
        token: 'abc',
        email: 'mara@example.com',
        password: 'the lamp hums at night',
        password_confirmation: 'the lamp hums at night',
      },
    },
  ]);
  expect(alerts.get()).toMatchObject([{ title: 'Your password was changed', emoji: '🎉' }]);
  expect(at()).toBe('/');
  expect(signInAs.get()).toBe('mara@example.com');
});

test('a new password is typed once, and can be shown', async () => {
  const desk = await atNewPassword();
  const passwords = document.querySelectorAll<HTMLInputElement>('input[type="password"]');
  expect([...passwords].map(({ name }) => name)).toEqual(['password']);
  await desk.press('Show password');
  expect(passwords[0]?.type).toBe('text');
  await desk.press('Hide password');
  expect(passwords[0]?.type).toBe('password');
});

test.each([
  ['', 'Enter your password.'],
  ['seven77', 'Use at least 8 characters.'],
  ['x'.repeat(257), 'Use at most 256 characters.'],
])('a password that no server would take is not sent: %j', async (password, sentence) => {
  const desk = await atNewPassword();
  await desk.type('New password', password);
  await desk.submit();
  expect(errorOf(desk.field('New password'))).toBe(sentence);
  expect(desk.calls).toEqual([]);
});

test('a weak password is sent all the same, and what the server says of it stands under the field', async () => {
  const desk = await atNewPassword();
  await desk.type('New password', 'password');
  const errors = { password: ['This password is on a list of stolen ones. Choose another.'] };
  desk.answer('/api/password/reset', problem('request.invalid', { errors }), { status: 422 });
  await desk.submit();
  expect(errorOf(desk.field('New password'))).toBe(errors.password[0]);
  expect(document.activeElement).toBe(desk.field('New password'));
});

test('a link that is used elsewhere meanwhile says so, and leads to a new one', async () => {
  const desk = await atNewPassword();
  await desk.type('New password', 'the lamp hums at night');
  desk.answer('/api/password/reset', problem('link.expired'), { status: 410 });
  await desk.submit();
  expect(heading()).toBe('This link has expired');
  await desk.press('Request a new one');
  expect(at()).toBe('/forgotten-password');
});

test.each(['email=mara%40example.com', 'token=abc', ''])('a link of %j alone says so', async (query) => {
  const desk = await openDesk(`/create-new-password?${query}`);
  await desk.draw(<NewPasswordScreen />);
  expect(heading()).toBe('This link is incomplete');
  expect(desk.calls).toEqual([]);
});

test('a user with access tokens is told that they still work', async () => {
  const desk = await atNewPassword();
  await desk.type('New password', 'the lamp hums at night');
  desk.answer('/api/password/reset', { access_tokens: 2 });
  await desk.submit();
  expect(alerts.get()).toMatchObject([
    { message: expect.stringContaining('Your access tokens still work') as string },
  ]);
});

test('a session that ended with the old password is over here, too', async () => {
  const desk = await atNewPassword();
  markAuthorized();
  await desk.type('New password', 'the lamp hums at night');
  desk.answer('/api/password/reset', { access_tokens: 0 });
  desk.answer('/api/user', problem('session.required'), { status: 401 });
  await desk.submit();
  expect(session.get().authorized).toBe(false);
  expect(alerts.get()).toHaveLength(1);
});

test('a new account: what is missing is told, then the mail is on its way', async () => {
  const desk = await openDesk('/register', { registration: true });
  await desk.draw(<RegisterScreen />);
  await desk.submit();
  expect(errorOf(desk.field('First name'))).toBe('Enter your name.');
  expect(document.activeElement).toBe(desk.field('First name'));
  await desk.type('First name', 'Mara');
  await desk.type('Email', 'mara@example.com');
  await desk.type('Password', 'mara and mara');
  expect(desk.text()).toContain('Weak: easy to guess');
  desk.answer('/api/register', {});
  await desk.submit();
  expect(desk.calls).toEqual([
    {
      path: '/api/register',
      body: {
        first_name: 'Mara',
        last_name: '',
        email: 'mara@example.com',
        password: 'mara and mara',
        password_confirmation: 'mara and mara',
      },
    },
  ]);
  expect(at()).toBe('/successfully-send');
  await desk.draw(<MailSentScreen />);
  expect(desk.text()).toContain('We sent a link to mara@example.com.');
});

test('the page of registration does not exist where that is off', async () => {
  const desk = await openDesk('/register');
  await desk.draw(<RegisterScreen />);
  expect(heading()).toBe('This page doesn’t exist');
});

const atConfirm = async (kind: 'registration' | 'email_change' = 'registration') => {
  const desk = await openDesk('/confirm-email?token=abc');
  desk.answer('/api/mailed-link', { kind, email: 'mara@example.com', confirmed: false });
  await desk.draw(<ConfirmEmailScreen />);
  await expectHeading(desk, 'Confirm your email');
  expect(desk.calls.splice(0)).toEqual([
    { path: '/api/mailed-link', body: { purpose: 'confirmation', token: 'abc' } },
  ]);
  return desk;
};

test('a confirmation that works no more says so when it is opened', async () => {
  const desk = await openDesk('/confirm-email?token=abc');
  desk.answer('/api/mailed-link', problem('link.expired'), { status: 410 });
  await desk.draw(<ConfirmEmailScreen />);
  await expectHeading(desk, 'This link has expired');
  await desk.press('Sign in');
  expect(at()).toBe('/');
});

test('a registration is confirmed by the password that was chosen for it, and by nothing else', async () => {
  const desk = await atConfirm();
  expect(at()).toBe('/confirm-email');
  expect(desk.text()).toContain('Enter the password you chose for mara@example.com again');
  const known = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  expect(known?.value).toBe('mara@example.com');
  await desk.submit();
  expect(errorOf(desk.field('Password'))).toBe('Enter your password.');
  expect(desk.calls).toEqual([]);
  const errors = { password: ['This isn’t the password you chose here.'] };
  desk.answer('/api/confirm-email', problem('request.invalid', { errors }), { status: 422 });
  await desk.type('Password', 'a guess');
  await desk.submit();
  expect(errorOf(desk.field('Password'))).toBe(errors.password[0]);
  expect(document.activeElement).toBe(desk.field('Password'));
  desk.answer('/api/confirm-email', { kind: 'registration', email: 'mara@example.com' });
  await desk.type('Password', 'the lamp hums at night');
  await desk.submit();
  expect(desk.calls.at(-1)).toEqual({
    path: '/api/confirm-email',
    body: { token: 'abc', password: 'the lamp hums at night' },
  });
  expect(heading()).toBe('Your account is ready');
  await desk.press('Sign in');
  expect(at()).toBe('/');
  expect(signInAs.get()).toBe('mara@example.com');
});

test('a user who has lost the password registers again', async () => {
  const desk = await atConfirm();
  await desk.press('Register again');
  expect(at()).toBe('/register');
});

test.each([
  ['registration', 'Your account is ready'],
  ['email_change', 'Your email was changed'],
])('an address that is confirmed already is not asked for again: %s', async (kind, title) => {
  const desk = await openDesk('/confirm-email?token=abc');
  desk.answer('/api/mailed-link', { kind, email: 'mara@example.com', confirmed: true });
  await desk.draw(<ConfirmEmailScreen />);
  await expectHeading(desk, title);
  expect(document.querySelector('form')).toBeNull();
});

test('a changed address is confirmed in the account, too', async () => {
  markAuthorized();
  const desk = await atConfirm('email_change');
  expect(desk.text()).toContain('you’ll sign in with mara@example.com from then on');
  // Programs that follow links press nothing.
  expect(desk.calls).toEqual([]);
  desk.answer('/api/confirm-email', { kind: 'email_change', email: 'new@example.com' });
  await desk.press('Confirm email');
  expect(heading()).toBe('Your email was changed');
  expect(desk.text()).toContain('From now on you sign in with new@example.com.');
  await desk.press('Go to your files');
  expect(at()).toBe('/platform/files');
});

test('a confirmation that comes too late says so', async () => {
  const desk = await atConfirm('email_change');
  desk.answer('/api/confirm-email', problem('link.expired'), { status: 410 });
  await desk.press('Confirm email');
  expect(heading()).toBe('This link has expired');
});

test('a confirmation without its token says so', async () => {
  const desk = await openDesk('/confirm-email');
  await desk.draw(<ConfirmEmailScreen />);
  expect(heading()).toBe('This link is incomplete');
});
