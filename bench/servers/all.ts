import { apache } from './apache.ts';
import { bare, bareFsync, loopback } from './bare.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { nginx } from './nginx.ts';
import { tus } from './tus.ts';

/** The servers beside Holdall, in the order of a round; most ratios are to nginx. */
export const serversUnderTest: readonly ServerUnderTest[] = [nginx, apache, tus, bare, bareFsync, loopback];
