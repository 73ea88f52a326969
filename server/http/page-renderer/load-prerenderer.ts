/** Loads the built client/src/prerender.tsx, which the build and the server's rendering thread both run. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageFacts } from '../../../common/protocol/page-facts.ts';
import type { Rendered } from './fill.ts';

export interface Prerenderer {
  /** Without facts, a page in the state where nothing is known. */
  readonly prerenderPage: (
    path: string,
    facts?: PageFacts,
  ) => Promise<Rendered & { readonly title: string }>;
}

/** @throws Error if the folder contains none. */
export async function loadPrerenderer(folder: string): Promise<Prerenderer> {
  const module: unknown = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  if (!isPrerenderer(module)) throw new Error(`${folder} has no prerenderer`);
  return module;
}

function isPrerenderer(module: unknown): module is Prerenderer {
  return (
    typeof module === 'object' &&
    module !== null &&
    'prerenderPage' in module &&
    typeof module.prerenderPage === 'function'
  );
}
