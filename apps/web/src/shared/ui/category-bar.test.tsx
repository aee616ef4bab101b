import { expect, test } from 'vitest';
import { openPlace } from '#shared/testing/page.tsx';
import { CategoryBar } from './category-bar.tsx';

const drawn = async (bytes: number, free?: number) => {
  const { box, draw } = openPlace();
  await draw(<CategoryBar label="Images" segments={[{ category: 'images', bytes }]} free={free} />);
  return box.querySelectorAll('.category-bar > span').length;
};

test('only a limit leaves an empty segment: without one, and with nothing stored, there is no bar', async () => {
  expect(await drawn(5, 5)).toBe(2);
  expect(await drawn(0, 5)).toBe(1);
  expect(await drawn(5)).toBe(1);
  expect(await drawn(0)).toBe(0);
});
