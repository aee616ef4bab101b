import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { recordForeignScript } from '#features/auth/foreign-script.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { useGuard } from './guards.ts';
import { routeFor } from './router.tsx';

const Page = () => (useGuard(routeFor(currentLocation().pathname)) ? 'Drawn.' : 'Not drawn.');

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  markUnauthorized();
  navigate('/?redirect=%2Fplatform%2Ftrash');
});

const draw = () => {
  const box = document.createElement('div');
  const root = createRoot(box);
  act(() => root.render(<Page />));
  return { text: () => box.textContent, leave: () => act(() => root.unmount()) };
};

test('a document that a foreign script was in begins anew where it would show an account', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  onTestFinished(() => reload.mockRestore());

  const clean = draw();
  act(markAuthorized);
  expect(clean.text()).toBe('Drawn.');
  expect(reload).not.toHaveBeenCalled();

  clean.leave();

  markUnauthorized();
  navigate('/?redirect=%2Fplatform%2Ftrash');
  recordForeignScript();
  const tainted = draw();
  expect(tainted.text()).toBe('Drawn.');
  expect(reload).not.toHaveBeenCalled();
  act(markAuthorized);
  expect(tainted.text()).toBe('Not drawn.');
  expect(currentLocation().pathname).toBe('/platform/trash');
  expect(reload).toHaveBeenCalledOnce();
  tainted.leave();
});

test('a page belongs to the person or to one link: going from one to the other loads anew', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  onTestFinished(() => reload.mockRestore());
  const page = draw();
  expect(page.text()).toBe('Drawn.');
  act(() => navigate('/share/AbCdEfGhIjKlMnOpQrStUv'));
  expect(page.text()).toBe('Not drawn.');
  expect(reload).toHaveBeenCalledOnce();
  page.leave();
});
