/**
 * What the pages and the packed client leave out of `common/protocol`: the parts of a call that
 * only the server and the API's description use, and the schemas that nothing then uses. To make a
 * schema takes a phone a while.
 */
import type { Plugin } from 'vite';

/** In this project's format, two blanks deep. */
const SERVERS_PARTS =
  /^ {2}(?:summary|params|query|body|refusals|placed|isTagged):[^]*?(?=^(?: {2}\w|\}\);))/gm;
const DESCRIPTION = /\.describe\(\s*'(?:[^'\\]|\\.)*',?\s*\)/g;

/** For rolldown's `treeshake`. */
export const pureSchemas = { manualPureFunctions: ['z', 'defineCall'] };

export const lighter: Plugin = {
  name: 'denaria:lighter',
  // Tests are served the whole: they also run the server.
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]common[\\/]protocol[\\/].*\.ts$/ },
    handler: (code) => ({
      code: code.replace(SERVERS_PARTS, '').replace(DESCRIPTION, ''),
      // Lines move, and the pages have no source maps.
      map: null,
    }),
  },
};
