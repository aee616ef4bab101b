import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '../entry.ts';
import { EntryPicture } from './entry-picture.tsx';

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

const address = (version: string, size: string) => `/api/thumbnails/1/${size}?v=${version}`;
const photo = (version: string | undefined): Entry =>
  ({
    id: '1',
    type: 'file',
    attributes: {
      name: 'beach.jpg',
      category: 'images',
      thumbnail:
        version === undefined
          ? null
          : {
              xs: address(version, 'xs'),
              sm: address(version, 'sm'),
              md: address(version, 'md'),
              lg: address(version, 'lg'),
            },
    },
  }) as Entry;
const show = (entry: Entry): Promise<void> =>
  act(async () => root.render(<EntryPicture entry={entry} room="row" iconWidth={34} />));
const image = () => box.querySelector('img');

test("a thumbnail replaces the icon as soon as it exists, at the size of the icon's space", async () => {
  await show(photo(undefined));
  expect(image()).toBeNull();
  expect(box.querySelector('svg')).not.toBeNull();
  await show(photo('a'));
  expect(image()?.getAttribute('src')).toBe(address('a', 'xs'));
  expect(image()?.getAttribute('srcset')).toBe(`${address('a', 'xs')} 1x, ${address('a', 'sm')} 2x`);
  expect(image()?.alt).toBe('');
  expect(image()?.dataset['kind']).toBe('images');
});

test('a thumbnail that fails to load is replaced by the icon, and a new thumbnail is tried', async () => {
  await show(photo('a'));
  await act(async () => image()?.dispatchEvent(new Event('error')));
  expect(image()).toBeNull();
  expect(box.querySelector('svg')).not.toBeNull();
  await show(photo('b'));
  expect(image()?.getAttribute('src')).toBe(address('b', 'xs'));
});
