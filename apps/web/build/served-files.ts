import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** A file that the development server answers. */
export type ServedFile = { readonly type?: string } & ({ readonly path: string } | { readonly text: string });

interface ServedFilesOptions {
  readonly name: string;
  /** The folder below the site's root: `emoji` for `/emoji/…`. */
  readonly folder: string;
  /** The file of an address below that folder, which begins with `/`; undefined for none. */
  readonly find: (pathname: string) => ServedFile | undefined | Promise<ServedFile | undefined>;
  /** Copies all of them into the folder of a build. */
  readonly copy: (out: string) => Promise<void>;
}

/** Files of packages that are served beside the scripts: read where they lie in development, copied by a build. */
export const servedFiles = ({ name, folder, find, copy }: ServedFilesOptions): Plugin => {
  let out = '';
  return {
    name,
    configResolved(config) {
      out = resolve(config.root, config.build.outDir, folder);
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const answer = async (): Promise<void> => {
          const file = await find(new URL(request.url ?? '/', 'http://localhost').pathname);
          if (!file) return next();
          if (file.type !== undefined) response.setHeader('Content-Type', file.type);
          if ('text' in file) return void response.end(file.text);
          createReadStream(file.path)
            .on('error', () => next())
            .pipe(response);
        };
        answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
      });
    },
    writeBundle: () => copy(out),
  };
};
