/** The upper limit of a server on this Node: bare-server.ts in its three modes. */
import { join } from 'node:path';
import { startNode } from '../lib/holdall.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { davCalls, layOut } from './dav.ts';

const bareServer = join(import.meta.dirname, 'bare-server.ts');

const inMode = (name: string, mode: 'memory' | 'disk' | 'fsync'): ServerUnderTest => ({
  name,
  missing: () => undefined,
  start: async (setup) => {
    const root = mode === 'memory' ? setup.folder : layOut(setup);
    const { origin, figures, stop } = await startNode(bareServer, [mode, root]);
    const calls = davCalls('"name":"');
    return {
      ...calls,
      list: mode === 'disk' ? calls.list : undefined,
      port: Number(new URL(origin).port),
      figures,
      stop,
    };
  },
});

/** Client and loopback alone: nothing is written. */
export const loopback = inMode('loopback', 'memory');
export const bare = inMode('bare', 'disk');
export const bareFsync = inMode('bare-fsync', 'fsync');
