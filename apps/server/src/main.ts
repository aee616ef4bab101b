import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../../..');

// Databases, blobs and logs are readable by this user alone.
process.umask(0o077);
// Compiled code is cached beside the dependencies: the next start is faster, and smaller because it need not
// load what strips the types. Everything else is imported after this line, to be cached, too.
enableCompileCache(join(checkout, 'node_modules', '.cache', 'compiled'));

const start = async (): Promise<void> => {
  const { countBuffersAsHeap } = await import('#lib/v8-flags.ts');
  countBuffersAsHeap();

  const { run } = await import('#commands/run.ts');
  process.exitCode = await run(process.argv.slice(2), { checkout, env: process.env });
  // A pending connection, to a database behind a broken network, does not keep an ended process alive.
  setTimeout(() => process.exit(), 1_000).unref();
};

void start();
