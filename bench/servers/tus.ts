/** The server of tus.io's protocol from npm. A file is made and filled by one request. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startNode } from '../lib/holdall.ts';
import { ask } from '../wire/connection.ts';
import type { ServerUnderTest } from './server-under-test.ts';

const packages = ['@tus/server', '@tus/file-store'];

/** The first of its packages that cannot be found. */
const missingPackage = (): string | undefined =>
  packages.find((name) => {
    try {
      import.meta.resolve(name);
      return false;
    } catch {
      return true;
    }
  });

const version = { 'tus-resumable': '1.0.0' };

export const tus: ServerUnderTest = {
  name: '@tus/server',
  missing: missingPackage,
  start: async ({ folder }) => {
    const directory = join(folder, 'files');
    mkdirSync(directory);
    const { origin, figures, stop } = await startNode(join(import.meta.dirname, 'tus-server.ts'), [
      directory,
    ]);
    return {
      port: Number(new URL(origin).port),
      put: async (connection, name, body) => {
        const headers = {
          ...version,
          'content-type': 'application/offset+octet-stream',
          'upload-length': String(body.size),
          'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        };
        const { header } = await ask(connection, { method: 'POST', path: '/files', headers, body }, [201]);
        if (header('upload-offset') !== String(body.size))
          throw new Error(`@tus/server kept ${header('upload-offset')} of ${body.size} bytes`);
        return new URL(header('location') ?? '', origin).pathname;
      },
      read: (connection, path, { sink }) =>
        ask(connection, { method: 'GET', path, ...(sink === undefined ? {} : { sink }) }, [200]),
      remove: async (connection, path) => {
        await ask(connection, { method: 'DELETE', path, headers: version }, [204]);
      },
      list: undefined,
      hasRanges: false,
      figures,
      stop,
    };
  },
};
