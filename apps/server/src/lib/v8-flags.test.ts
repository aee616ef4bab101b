import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const module = new URL('v8-flags.ts', import.meta.url).href;

/**
 * Moves two gibibytes through buffers, as uploads do, in a process with a filled heap. Fewer leave too few collections to
 * compare, and how many a concurrent collector makes depends on how busy the machine is.
 *
 * @returns the number of full collections
 */
const collectionsOf = async (before: string): Promise<number> => {
  const script = `
    import { PerformanceObserver, constants } from 'node:perf_hooks';
    import { setImmediate } from 'node:timers/promises';
    ${before}
    globalThis.kept = Array.from({ length: 200_000 }, (_, index) => ({ index, name: 'item ' + index }));
    let whole = 0;
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole += 1;
    }).observe({ entryTypes: ['gc'] });
    let gathered = [];
    for (let piece = 0; piece < 32_768; piece += 1) {
      gathered.push(Buffer.alloc(65_536, piece));
      if (gathered.length === 16) { gathered = []; await setImmediate(); }
    }
    await setImmediate();
    console.log(whole);
  `;
  const { stdout } = await run(process.execPath, [
    '--single-threaded-gc',
    '--input-type=module',
    '-e',
    script,
  ]);
  return Number(stdout);
};

test('moving many bytes does not cause repeated collections of the whole heap', async () => {
  const without = await collectionsOf('');
  const having = await collectionsOf(`(await import(${JSON.stringify(module)})).countBuffersAsHeap();`);
  expect(without).toBeGreaterThan(4);
  expect(having).toBeLessThan(without / 2);
});
