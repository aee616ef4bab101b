import type { Config } from '@holdall/contract/settings';
import { expect, test } from 'vitest';
import { openDesk } from '../testing/auth-desk.tsx';
import { AuthPage } from './auth-page.tsx';

const app = { title: 'Holdall', contact_email: null } as Config['app'];
const linked = () => document.querySelector('a[href^="mailto:"]');

test('who cannot get in reads where to turn for help, once an administrator has said so', async () => {
  const desk = await openDesk('/', { app: { ...app, contact_email: 'help@northlight.example' } });
  await desk.draw(<AuthPage title="Welcome back" />);
  expect(desk.text()).toContain('Need help? Contact help@northlight.example');
  expect(linked()?.getAttribute('href')).toBe('mailto:help@northlight.example');
});

test('without an address nothing stands there', async () => {
  const desk = await openDesk('/', { app });
  await desk.draw(<AuthPage title="Welcome back" />);
  expect(desk.text()).not.toContain('Need help?');
  expect(linked()).toBeNull();
});
