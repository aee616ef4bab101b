import { apache } from './apache.ts';
import { bare, bareFsync, loopback } from './bare.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { nginx } from './nginx.ts';
import { tus } from './tus.ts';

/** The servers beside Holdall, in the order of a round; most ratios are to nginx. */
export const serversUnderTest: readonly ServerUnderTest[] = [nginx, apache, tus, bare, bareFsync, loopback];

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
