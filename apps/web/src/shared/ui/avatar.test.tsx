import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

const letterOf = (name: string): string | null => {
  const box = document.createElement('div');
  box.innerHTML = renderToStaticMarkup(
    <Avatar name={name} email="someone@example.com" color="#006671" avatar={null} size={42} />,
  );
  return box.textContent;
};

test.each([
  ['alex', 'A'],
  ['x', 'X'],
  ['  ', 'S'],
  ['élodie', 'É'],
  ['e\u0301lodie', 'E\u0301'],
  ['👩‍🚀 Ada', '👩‍🚀'],
])('%j is shown by the first character that people see', (name, letter) => {
  expect(letterOf(name)).toBe(letter);
});

test.each([
  [32, 'xs'],
  [42, 'sm'],
  [52, 'md'],
] as const)('a picture of %i pixels is asked for in the size %s', (size, image) => {
  const avatar = { xs: '/xs', sm: '/sm', md: '/md' };
  const drawn = renderToStaticMarkup(
    <Avatar name="Ada" email="ada@example.com" color="#006671" avatar={avatar} size={size} />,
  );
  expect(/ src="([^"]*)"/.exec(drawn)?.[1]).toBe(`/${image}`);
});
