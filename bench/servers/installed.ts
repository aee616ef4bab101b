import type { ServerUnderTest } from './server-under-test.ts';

/** Those that can start; of each of the others it is said what it lacks. */
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
