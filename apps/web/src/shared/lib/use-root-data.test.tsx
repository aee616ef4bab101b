import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { useRootData } from './use-root-data.ts';

const Said = ({ beside }: { readonly beside: string | undefined }) => {
  useRootData('beside', beside);
  return null;
};

test('data of a page stands at the root, changes, and goes with its component', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement('div'));
  const { dataset } = document.documentElement;
  for (const beside of ['panel', 'rail', undefined]) {
    await act(async () => root.render(<Said beside={beside} />));
    expect(dataset['beside']).toBe(beside);
  }
  await act(async () => root.render(<Said beside="panel" />));
  await act(async () => root.unmount());
  expect(document.documentElement.hasAttribute('data-beside')).toBe(false);
});
