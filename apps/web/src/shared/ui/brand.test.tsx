import type { Config } from '@holdall/contract/settings';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { Avatar } from './avatar.tsx';
import { Brand } from './brand.tsx';

const configOf = (app: Partial<Config['app']>): Config =>
  ({ app: { title: 'Northlight', logo: null, logo_horizontal: null, ...app } }) as Config;

let host: HTMLElement;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  host = document.createElement('div');
});

const draw = async (element: ReactElement): Promise<void> => {
  const root = createRoot(host);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(element));
};

test('the brand is mark and title, the logo that was set, or the wide one alone; it changes as it is drawn', async () => {
  putConfig(configOf({}));
  await draw(<Brand size={26} />);
  expect([host.querySelector('svg') !== null, host.textContent]).toEqual([true, 'Northlight']);
  await act(async () => putConfig(configOf({ logo: '/logo', title: 'Harbour' })));
  expect([host.querySelector('img')?.getAttribute('src'), host.textContent]).toEqual(['/logo', 'Harbour']);
  await act(async () => putConfig(configOf({ logo: '/logo', logo_horizontal: '/wide', title: 'Harbour' })));
  const images = [...host.querySelectorAll('img')].map((image) => [image.getAttribute('src'), image.alt]);
  expect([images, host.textContent]).toEqual([[['/wide', 'Harbour']], '']);
});

test.each([
  [32, 'xs'],
  [42, 'sm'],
  [52, 'md'],
] as const)('an avatar of %i pixels is drawn from its size %s', async (size, name) => {
  const avatar = { xs: '/xs', sm: '/sm', md: '/md' };
  await draw(<Avatar name="Ada" email="ada@example.com" color="#62c0cb" avatar={avatar} size={size} />);
  expect(host.querySelector('img')?.getAttribute('src')).toBe(`/${name}`);
});
