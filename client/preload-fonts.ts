/** A Vite plugin that lets the browser fetch the two typefaces before it has read the style sheet. */
import type { Plugin } from 'vite';

/** The weights that the first screen is set in; every other font file loads when it is needed. */
const FIRST_SCREEN = /(?:fraunces-latin-opsz|inter-latin-wght)-normal.*\.woff2$/;

/** In development the page comes without: there the files have no names of their own yet. */
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
