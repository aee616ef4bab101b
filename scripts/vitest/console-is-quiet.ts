/**
 * Fails a test that causes a warning or an error on the console, because scrolling output is not read. A test
 * that expects one replaces the method with `vi.spyOn(console, 'error')` and asserts the call.
 */
import { afterEach } from 'vitest';
import { format } from 'node:util';

const unexpected: string[] = [];

for (const level of ['warn', 'error'] as const) {
  const original = console[level].bind(console);
  console[level] = (...args: unknown[]) => {
    unexpected.push(`console.${level}: ${format(...args)}`);
    original(...args);
  };
}

afterEach(() => {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`Unexpected console output:\n${lines.join('\n')}`);
});
