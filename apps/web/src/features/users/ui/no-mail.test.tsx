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
  'mails leave the server: %s; links and invitations are offered only then',
  async (mails) => {
    putConfig({ mails, subscriptionType: 'none' } as Config);
    const desk = await openAdminDesk(() => Response.error());
    await desk.draw(<UserPassword user={managedUser()} />);
    await desk.until(() => expect(desk.box.textContent).toContain(en[said[`${mails}`]]));
    const send = [...desk.box.querySelectorAll('button')].find(
      ({ textContent }) => textContent === en['user_password.reset'],
    );
    expect(send?.disabled).toBe(!mails);
    await desk.draw(<CreateUserForm onCreated={() => undefined} onCancel={() => undefined} />);
    await desk.until(() => expect(desk.box.textContent).toContain(en[saidOfInvitations[`${mails}`]]));
    expect(desk.box.querySelector<HTMLButtonElement>('[role="switch"]')?.disabled).toBe(!mails);
  },
);
