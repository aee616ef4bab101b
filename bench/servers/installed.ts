import type { ServerUnderTest } from './server-under-test.ts';

/** Filters the servers that can start, and reports what the others lack. */
export const installedOf = (
  serversUnderTest: readonly ServerUnderTest[],
  say: (text: string) => void,
): readonly ServerUnderTest[] =>
  serversUnderTest.filter(({ name, missing }) => {
    const lack = missing();
    if (lack !== undefined)
      say(`${name} is left out: ${lack} is not installed. Targets against it are not measured.`);
    return lack === undefined;
  });
