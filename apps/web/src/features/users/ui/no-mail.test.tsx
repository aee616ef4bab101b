import { en } from '@holdall/contract/messages/en';
import type { Config } from '@holdall/contract/settings';
import { expect, test } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { managedUser, openAdminDesk } from '../testing/admin-desk.tsx';
import { CreateUserForm } from './create-user-form.tsx';
import { UserPassword } from './user-password.tsx';

const said = { true: 'user_password.reset_help', false: 'user_password.reset_off' } as const;
const saidOfInvitations = { true: 'create_user.invite_help', false: 'create_user.invite_off' } as const;

test.each([true, false])(
  'links and invitations are mailed, not handed over, where the server sends mails: %s',
  async (mails) => {
    putConfig({ mails, subscriptionType: 'none' } as Config);
    const desk = await openAdminDesk(() => Response.error());
    await desk.draw(<UserPassword user={managedUser()} />);
    await desk.until(() => expect(desk.box.textContent).toContain(en[said[`${mails}`]]));
    const labels = Array.from(desk.box.querySelectorAll('button'), ({ textContent }) => textContent);
    expect(labels.includes(en['user_password.reset'])).toBe(mails);
    expect(labels).toContain(en['user_password.create_reset']);
    await desk.draw(<CreateUserForm onCreated={() => undefined} onCancel={() => undefined} />);
    await desk.until(() => expect(desk.box.textContent).toContain(en[saidOfInvitations[`${mails}`]]));
    const invite = desk.box.querySelector<HTMLButtonElement>('[role="switch"]');
    const name = document.getElementById(invite?.getAttribute('aria-labelledby') ?? '')?.textContent;
    expect(name).toBe(en[mails ? 'create_user.invite' : 'create_user.invite_link']);
    expect(invite?.disabled).toBe(false);
  },
);
