/** The screens on the way into an account, by what people see. */
import type { Locator, Page } from 'playwright-core';
import type { Credentials } from './server.ts';

export interface AuthPage {
  readonly heading: (name: string) => Locator;
  readonly email: Locator;
  readonly password: Locator;
  readonly newPassword: Locator;
  readonly code: Locator;
  readonly problem: Locator;
  readonly button: (name: string) => Locator;
  readonly link: (name: string) => Locator;
  /** Fills in what sign-in asks for, and presses the button. */
  readonly signIn: (who: Credentials) => Promise<void>;
}

export const authPage = (page: Page): AuthPage => {
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    heading: (name) => page.getByRole('heading', { level: 1, name }),
    email,
    password,
    newPassword: page.getByLabel('New password'),
    code: page.getByLabel('Six-digit code'),
    problem: page.getByRole('alert'),
    button,
    link: (name) => page.getByRole('link', { name, exact: true }),
    signIn: async (who) => {
      await email.fill(who.email);
      await password.fill(who.password);
      await button('Sign in').click();
    },
  };
};
