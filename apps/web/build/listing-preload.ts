import type { Plugin } from 'vite';

/** The files of the listing: its screen, the script that all listings share, and its styles. */
const parts = [
  { file: /^chunks\/files\.screen-[\w-]{8}\.js$/, link: 'rel="modulepreload"' },
  { file: /^chunks\/files-[\w-]{8}\.js$/, link: 'rel="modulepreload"' },
  { file: /^assets\/files-[\w-]{8}\.css$/, link: 'rel="preload" as="style"' },
];

/**
 * Names the listing's files in the page, inside a comment that the server opens for whoever is signed in and opens Files:
 * they travel beside the first script, in place of after it.
 */
export const listingPreload = (): Plugin => ({
  name: 'holdall:listing-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, context) {
      const files = Object.keys(context.bundle ?? {});
      const links = parts.map(({ file, link }) => {
        const found = files.filter((name) => file.test(name));
        if (found.length !== 1)
          throw new Error(`There are ${found.length} built files for ${file}, not one.`);
        return `<link ${link} crossorigin href="/${found[0]}" nonce="__HOLDALL_NONCE__">`;
      });
      return html.replace('</head>', `<!--holdall:listing ${links.join('')}--></head>`);
    },
  },
});
