/**
 * A Vite plugin for the eight plates: `virtual:plates` exports their URLs, and a build writes them as files
 * below /assets, each with a content hash in its name.
 */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { shippedPlates, type ShippedPlate } from './plates/shipped.ts';

const MODULE = 'virtual:plates';
const RESOLVED = `\0${MODULE}`;

/** `assets/plates/national-italy-1a2b3c4d.svg`: relative to the served folder. */
function plateFile({ kind, nationId, svg }: ShippedPlate): string {
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 8);
  return `assets/plates/${kind}-${nationId}-${hash}.svg`;
}

/** The module's exports: a URL for each plate, by collection and nation. */
function addresses(): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = { national: {}, cultural: {} };
  for (const plate of shippedPlates()) {
    (found[plate.kind] ??= {})[plate.nationId] = `/${plateFile(plate)}`;
  }
  return found;
}

export function plates(): Plugin {
  return {
    name: 'denaria:plates',
    resolveId: {
      filter: { id: /^virtual:plates$/ },
      handler: () => RESOLVED,
    },
    load: {
      filter: { id: /^\0virtual:plates$/ },
      handler: () => `export const PLATES = ${JSON.stringify(addresses())};`,
    },
    generateBundle() {
      // The prerender build needs only the URLs.
      if (this.environment.name !== 'client') return;
      for (const plate of shippedPlates()) {
        this.emitFile({ type: 'asset', fileName: plateFile(plate), source: plate.svg });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0];
        if (!path?.startsWith('/assets/plates/')) return next();
        const plate = shippedPlates().find((one) => `/${plateFile(one)}` === path);
        if (!plate) return next();
        response.setHeader('Content-Type', 'image/svg+xml');
        response.setHeader('Cache-Control', 'no-cache');
        response.end(plate.svg);
      });
    },
  };
}
