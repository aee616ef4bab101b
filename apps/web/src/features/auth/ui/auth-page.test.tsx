import type { Config } from '@holdall/contract/settings';
import { expect, test } from 'vitest';
import { openDesk } from '../testing/auth-desk.tsx';
import { AuthPage } from './auth-page.tsx';

const app = { title: 'Holdall', contact_email: null } as Config['app'];
const linked = () => document.querySelector('a[href^="mailto:"]');

test('the page shows the support address where an administrator has set one', async () => {
  const desk = await openDesk('/', { app: { ...app, contact_email: 'help@northlight.example' } });
  await desk.draw(<AuthPage title="Welcome back" />);
  expect(desk.text()).toContain('Need help? Contact help@northlight.example');
  expect(linked()?.getAttribute('href')).toBe('mailto:help@northlight.example');
});

test('the page shows no support line without an address', async () => {
  const desk = await openDesk('/', { app });
  await desk.draw(<AuthPage title="Welcome back" />);
  expect(desk.text()).not.toContain('Need help?');
  expect(linked()).toBeNull();
});
