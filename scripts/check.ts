/**
 * `npm run check`: everything that can be said about the code without running the product.
 * Prints each part with its time; names those that failed at the end. `npm run check -- lint law`
 * runs only the parts whose names contain one of the words.
 */
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { inLanes } from './process/lanes.ts';
import { runQuietly } from './process/run.ts';

const root = resolve(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const script = (name: string) => join(import.meta.dirname, 'check', `${name}.ts`);

interface Part {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

/** The slowest come first, so that the lanes end together. */
const parts: readonly Part[] = [
  { name: 'first load', command: [process.execPath, script('first-load')] },
  { name: 'budgets', command: [process.execPath, join(root, 'bench/budgets/main.ts')] },
  { name: 'lint', command: [bin('oxlint')] },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  { name: 'types: server', command: [bin('tsc'), '-p', 'apps/server'] },
  { name: 'types: web', command: [bin('tsc'), '-p', 'apps/web'] },
  { name: 'types: web build', command: [bin('tsc'), '-p', 'apps/web/tsconfig.build.json'] },
  { name: 'types: contract', command: [bin('tsc'), '-p', 'packages/contract'] },
  { name: 'types: scripts', command: [bin('tsc'), '-p', '.'] },
  { name: 'types: e2e', command: [bin('tsc'), '-p', 'e2e'] },
  { name: 'types: bench', command: [bin('tsc'), '-p', 'bench'] },
  { name: 'import law', command: [process.execPath, script('import-law')] },
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'lockfile', command: [process.execPath, script('lockfile')] },
  { name: 'start', command: [process.execPath, script('start')] },
  { name: 'runtime', command: [process.execPath, script('runtime')] },
  { name: 'sources', command: [process.execPath, script('sources')] },
];

/** Parts that always show what they found, because it is a figure worth knowing. */
const talkative = new Set(['first load', 'budgets', 'import law', 'start']);

const words = process.argv.slice(2);
const chosen = parts.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const start = performance.now();
const failed: string[] = [];

await inLanes(Math.max(2, availableParallelism()), chosen, async ({ name, command: [program, ...args] }) => {
  const { code, output, seconds } = await runQuietly(program, args, { cwd: root });
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(5)} s`);
  if (code !== 0) failed.push(name);
  if ((code !== 0 || talkative.has(name)) && output.trim() !== '')
    console.log(output.trim().replaceAll(/^/gm, '    '));
});

const seconds = ((performance.now() - start) / 1000).toFixed(1);
if (failed.length === 0 && chosen.length > 0)
  console.log(`\nAll ${chosen.length} checks passed in ${seconds} s.`);
else {
  console.log(
    `\n${failed.length} of ${chosen.length} checks failed in ${seconds} s: ${failed.join(', ') || 'none was chosen'}.`,
  );
  process.exitCode = 1;
}
