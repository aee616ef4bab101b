/** Part of `npm run check`: the JavaScript of a first visit to Files stays within its budget. */
import { resolve } from 'node:path';
import { budget, firstLoad } from '../first-load/first-load.ts';
import { prepare } from '../prepare.mjs';

const root = resolve(import.meta.dirname, '../..');
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

await prepare(root, 'build');
const scripts = firstLoad(resolve(root, 'apps/web/dist'));
const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
console.log(`${'gzip'.padStart(10)} ${'minified'.padStart(10)}`);
for (const { file, size, gzip } of scripts) console.log(`${kB(gzip)} ${kB(size)}  ${file}`);
console.log(`${kB(total)} of ${kB(budget).trim()} for the first load of Files`);
if (total > budget || scripts.length === 0) process.exitCode = 1;
