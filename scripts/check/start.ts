/**
 * Part of `npm run check`: what the server loads until it is ready, by counts that are the same on every machine. Time and
 * memory of a start follow them.
 */
import { loadedAtStart, startBudgets } from '../start/loaded.ts';

const root = new URL('../../', import.meta.url);
const loaded = await loadedAtStart(root);
for (const [name, { most, unit }] of Object.entries(startBudgets)) {
  const found = loaded[name as keyof typeof loaded];
  console.log(`${name.padEnd(10)} ${found} of ${most} ${unit}`);
  if (found > most) process.exitCode = 1;
}
if (process.exitCode === 1)
  console.log(
    'More is loaded at each start than the budget allows: load it when it is first used, or say in the budget why not.',
  );
