/**
 * Makes apps/server/src/adapters/breached-passwords.bin from lists of breached passwords, one a line; files ending in .gz
 * are unpacked. NOTICE names the lists that the shipped file was made from.
 *
 *     node scripts/breached-passwords.ts LIST…
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildFingerprintSet } from '../apps/server/src/lib/fingerprint-set.ts';
import { isLinkPasswordLongEnough } from '../packages/contract/src/link-limits.ts';

const target = resolve(import.meta.dirname, '../apps/server/src/adapters/breached-passwords.bin');

const linesOf = (path: string): string[] => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split(/\r?\n/);
};

const lists = process.argv.slice(2);
if (lists.length === 0) throw new Error('Name the lists to read.');
const passwords = new Set<string>();
for (const list of lists) {
  for (const line of linesOf(list)) {
    const password = line.normalize('NFKC').toLowerCase();
    // Shorter ones are refused for their length, also for links.
    if (isLinkPasswordLongEnough(password)) passwords.add(password);
  }
}
const bytes = buildFingerprintSet(passwords);
writeFileSync(target, bytes);
process.stdout.write(`${passwords.size} passwords in ${bytes.length} bytes: ${target}\n`);
