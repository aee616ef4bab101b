import { en } from '@holdall/contract/messages/en';
import type { Config } from '@holdall/contract/settings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { toasts } from '#shared/ui/toast.ts';
import { id, managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { CreateUserForm } from './create-user-form.tsx';
import { UserPassword } from './user-password.tsx';

const link = {
  url: 'http://127.0.0.1:8080/create-new-password?token=abc&email=ada%40example.com',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  expires_at: '2026-11-24T13:00:00.000Z',
};
const user = managedUser();
const seen = {
  ...managedUser({ sessions: 1 }),
  attributes: { ...user.attributes, last_seen_at: '2026-11-20T10:00:00.000Z' },
};

const openDesk = async (mails = false) => {
  putConfig({ mails, subscriptionType: 'none' } as Config);
  const desk = await openAdminDesk(({ path }) =>
    path.endsWith('-link') ? Response.json({ data: link }, { status: 201 }) : Response.json({ data: user }),
  );
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return { ...desk, button, press: (name: string) => desk.change(() => button(name)?.click()) };
};
const shownLink = () => document.querySelector<HTMLInputElement>('.copied-link input')?.value;

test('a reset link is created after the administrator’s password, and shown with its code', async () => {
  const desk = await openDesk();
  await desk.draw(<UserPassword user={seen} />);
  expect(desk.box.textContent).toContain('1 device is signed in.');
  expect(desk.button(en['user_password.reset'])).toBeUndefined();
  expect(desk.button(en['user_password.create_invitation'])).toBeUndefined();
  await desk.press(en['user_password.create_reset']);
  const password = () => document.querySelector('input[name=current_password]');
  await desk.until(() => expect(password()).not.toBeNull());
  await desk.type(password(), 'a long password here');
  await desk.press(en['password_link.confirm']);
  await desk.until(() => expect(shownLink()).toBe(link.url));
  const code = () => document.querySelector('.qr-code img')?.getAttribute('src');
  await desk.until(() => expect(code()).toContain('data:image/svg+xml'));
  expect(document.querySelector('dialog .form-fields')?.textContent).toContain(
    'Works once, until 24 Nov 2026, 13:00.',
  );
  expect(desk.calls.at(-1)).toMatchObject({
    path: `/api/admin/users/${id}/reset-link`,
    body: { current_password: 'a long password here' },
  });
});

test('a link shown only once is copied and focused, and Enter does not close it', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const desk = await openDesk(true);
  await desk.draw(<UserPassword user={user} />);
  await desk.press(en['user_password.create_invitation']);
  await desk.until(() => expect(writeText).toHaveBeenCalledWith(link.url));
  await desk.until(() => expect(document.activeElement).toBe(document.querySelector('.copied-link input')));
  expect(document.querySelector('.copied-link')?.textContent.match(/Copied/g)).toHaveLength(1);
});

test('an invitation link is offered until the account’s first sign-in', async () => {
  const desk = await openDesk(true);
  await desk.draw(<UserPassword user={user} />);
  await desk.press(en['user_password.create_invitation']);
  await desk.until(() => expect(shownLink()).toBe(link.url));
  expect(document.querySelector('h2')?.textContent).toBe('Invitation link for Ada Lindqvist');
});

const inviteAda = async ({ mails }: { readonly mails: boolean }) => {
  toasts.set([]);
  const desk = await openDesk(mails);
  const created = vi.fn();
  await desk.draw(<CreateUserForm onCreated={created} onCancel={() => undefined} />);
  await desk.type(document.querySelector('input[name=first_name]'), 'Ada');
  await desk.type(document.querySelector('input[name=email]'), 'ada@example.com');
  await desk.change(() => document.querySelector<HTMLButtonElement>('[role=switch]')?.click());
  await desk.press(en['create_user.submit']);
  return { ...desk, created };
};

test('without mail, a new user’s invitation link shows before the form is left', async () => {
  const { created, ...desk } = await inviteAda({ mails: false });
  await desk.until(() => expect(shownLink()).toBe(link.url));
  expect(created).not.toHaveBeenCalled();
  // The popup confirms the user.
  expect(toasts.get()).toEqual([]);
  await desk.press(en['actions.close']);
  await desk.until(() => expect(created).toHaveBeenCalledWith(user));
});

test('a mailed invitation creates no link to hand over', async () => {
  const desk = await inviteAda({ mails: true });
  await desk.until(() => expect(desk.created).toHaveBeenCalledWith(user));
  expect(desk.calls.map(({ path }) => path)).toEqual(['/api/admin/users']);
  expect(shownLink()).toBeUndefined();
  expect(toasts.get().map(({ message }) => message)).toEqual([
    'Ada Lindqvist was created; the invitation is on its way to ada@example.com',
  ]);
});
