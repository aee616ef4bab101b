import type { Plugin } from 'vite';

/** Starts the load of one font file with the page, so that the first text is already in it. */
export const fontPreload = (name: string): Plugin => ({
  name: 'holdall:font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, context) {
      const font = Object.keys(context.bundle ?? {}).find((file) => file.includes(name));
      if (!font) throw new Error(`The font ${name} is not among the built files.`);
      return [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
          injectTo: 'head',
        },
      ];
    },
  },
});
