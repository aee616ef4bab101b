/** Part of `npm run check`: the import law. */
import { resolve } from 'node:path';
import { checkImportLaw } from '../import-law/judge.ts';

const { modules, breaches } = await checkImportLaw(resolve(import.meta.dirname, '../..'));
for (const { rule, from, to, comment } of breaches) {
  const what = from === to ? from : `${from}\n    imports ${to}`;
  console.log(`${rule}: ${what}\n    ${comment}`);
}
console.log(`${modules} modules, ${breaches.length} breaches`);
if (modules === 0 || breaches.length > 0) process.exitCode = 1;
