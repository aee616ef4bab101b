import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedSiblings } from './build/compressed-siblings.ts';
import { emojiFiles } from './build/emoji-files.ts';
import { firstLoadChunks } from './build/first-load-chunks.ts';
import { fontPreload } from './build/font-preload.ts';
import { listingPreload } from './build/listing-preload.ts';
import { noServerSchemas } from './build/no-server-schemas.ts';
import { pdfFiles } from './build/pdf-files.ts';
import { versionedChunks } from './build/versioned-chunks.ts';

const devServer = process.env['HOLDALL_DEV_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    // Without the compiler: its caches add 13 kB (gzip) to the first load, and what draws often is memoised by hand.
    react(),
    noServerSchemas(),
    fontPreload('inter-latin-wght-normal'),
    listingPreload(),
    emojiFiles(),
    pdfFiles(),
    versionedChunks(),
    compressedSiblings(),
  ],
  /** The server replaces the placeholder by the nonce of the answer's Content-Security-Policy. */
  html: { cspNonce: '__HOLDALL_NONCE__' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/broadcasting', '/realtime', '/translations', '/logout', '/health', '/sandbox'].map(
        (path) => [path, { target: devServer, ws: path === '/realtime' }],
      ),
    ),
  },
  worker: {
    /** One script each: what is answered with a worker lets it load no other. */
    format: 'iife',
    rolldownOptions: { output: { entryFileNames: 'chunks/[name]-[hash].js' } },
  },
  build: {
    target: ['chrome120', 'edge120', 'firefox125', 'safari17.4'],
    /** Nothing is inlined as a data: address, which the policy would refuse. */
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: {
      /** All of the browsers above know it. */
      polyfill: false,
      /**
       * The scripts that a part needs are not listed in those that load it: nearly all of them are there already, and
       * their names, which compress badly, would be 5 kB of the first load. Styles are: they must come first. The
       * listing's script is, too: else it would only be asked for when that of its screen is there.
       */
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter((name) => name.endsWith('.css') || /\bfiles-[\w-]{8}\.js$/.test(name)),
    },
    /** Read by the check of the first load's size; the server does not serve it. */
    manifest: true,
    rolldownOptions: {
      output: {
        entryFileNames: 'chunks/[name]-[hash].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: firstLoadChunks(import.meta.dirname),
      },
    },
  },
});
