import type { Contestant } from './contestant.ts';

/** Those that can start; of each of the others it is said what it lacks. */
export const presentOf = (
  contestants: readonly Contestant[],
  say: (text: string) => void,
): readonly Contestant[] =>
  contestants.filter(({ name, missing }) => {
    const lack = missing();
    if (lack !== undefined)
      say(`${name} is left out: ${lack} is not installed. Targets against it are not measured.`);
    return lack === undefined;
  });
