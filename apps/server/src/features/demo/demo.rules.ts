import { demoHours } from '@holdall/contract/demo';
import { nobodysDomain } from '#features/mail/index.ts';

/** Milliseconds that a demo account lives. */
export const demoLife = demoHours * 60 * 60_000;
/** Demo accounts that may exist at once. */
export const mostDemos = 200;
/** Bytes that one may hold, whatever the plan is. */
export const demoCapacity = 200 * 1024 * 1024;

/** @param name random */
export const demoEmail = (name: string): string => `demo-${name}@${nobodysDomain}`;

/** Folders of the samples, and their appearance. */
export const sampleFolders = [
  { name: 'Documents', emoji: '📚', color: '#2878c0' },
  { name: 'Pictures', emoji: '🏔️', color: '#258865' },
] as const;
