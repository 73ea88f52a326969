/**
 * A Vite plugin that makes the browser fetch the two typefaces before it has read the style sheet.
 */
import type { Plugin } from 'vite';

/** The weights that the first screen uses; every other font file loads on demand. */
const FIRST_SCREEN = /(?:fraunces-latin-opsz|inter-latin-wght)-normal.*\.woff2$/;

/** Not in development: there the files have no hashed names yet. */
export function preloadFonts(): Plugin {
  return {
    name: 'denaria:preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_SCREEN.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend' as const,
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            },
          })),
    },
  };
}
