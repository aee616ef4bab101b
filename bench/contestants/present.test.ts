import { expect, test } from 'vitest';
import type { Contestant } from './contestant.ts';
import { presentOf } from './present.ts';

const contestant = (name: string, lack?: string): Contestant => ({
  name,
  missing: () => lack,
  start: () => Promise.reject(new Error('it is not to be started')),
});

test('who is not installed is left out, and that is said once', () => {
  const said: string[] = [];
  const present = presentOf([contestant('nginx', 'nginx'), contestant('bare')], (text) => said.push(text));
  expect(present.map(({ name }) => name)).toEqual(['bare']);
  expect(said).toEqual(['nginx is left out: nginx is not installed. Targets against it are not measured.']);
});
