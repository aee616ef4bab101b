import { expect, test } from 'vitest';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { SearchBar } from './search-bar.tsx';

test('the field keeps the focus while results load, and shows the words of the page after going back', async () => {
  const { box, draw } = openPlace();
  const asked: string[] = [];
  const drawFor = (words: string) =>
    draw(<SearchBar terms={{ words, inTrash: false }} onChange={(terms) => asked.push(terms.words)} />);
  const field = () => box.querySelector('input');
  await drawFor('plan');
  field()?.focus();
  await change(() => {
    write(field(), ' plan of the roof ');
    box.querySelector('form')?.requestSubmit();
  });
  expect(asked).toEqual(['plan of the roof']);
  await drawFor('plan of the roof');
  expect(document.activeElement).toBe(field());
  expect(field()?.value).toBe('plan of the roof');
  await drawFor('plan');
  expect(field()?.value).toBe('plan');
});
