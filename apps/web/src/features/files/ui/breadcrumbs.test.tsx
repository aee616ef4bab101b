import { beforeAll, expect, test } from 'vitest';
import { folderSource } from '../listing/listing-source.ts';
import { draw } from '../testing/draw.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { listingOf } from '../testing/listing.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';

beforeAll(withMessages);

const links = () => Array.from(document.querySelectorAll('nav a'), ({ textContent }) => textContent);

test('two ancestors are named where there is room, and the others are in a menu', async () => {
  const { ref } = listingOf([], folderSource('d'));
  const crumbs = { listing: ref, title: 'D', emoji: null };
  expect(innerWidth).toBe(1024);
  const ancestors = ['b', 'c'].map((id) => ({ id, name: id.toUpperCase(), emoji: null, color: null }));
  await draw(<Breadcrumbs {...crumbs} ancestors={ancestors.slice(0, 1)} />);
  expect(links()).toEqual(['Home', 'B']);
  expect(document.querySelector('[aria-label="Show parent folders"]')).toBeNull();
  await draw(<Breadcrumbs {...crumbs} ancestors={ancestors} />);
  expect(links().slice(2)).toEqual(['B', 'C']);
  expect(document.querySelector('[aria-label="Show parent folders"]')).not.toBeNull();
});
