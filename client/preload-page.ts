/**
 * A Vite plugin that lets the browser fetch the code of the page it was asked for along with the
 * entry, which would otherwise only ask for it once it runs.
 */
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** In development the page comes without: there every module is a file of its own. */
export function preloadPage(): Plugin {
  return {
    name: 'denaria:preload-page',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        bundle && [{ tag: 'script', injectTo: 'head', children: script(filesByPath(bundle)) }],
    },
  };
}

/** `/ranking`, of the page in `app/pages/RankingPage.tsx`; null for any other file. */
function pathOf(file: string | null): string | null {
  const name = /[\\/]app[\\/]pages[\\/](\w+)Page\.tsx$/.exec(file ?? '')?.[1];
  return name ? `/${name.toLowerCase()}` : null;
}

/** By the path of each page that is no part of the entry: the files that the entry does not bring. */
function filesByPath(bundle: Bundle): Readonly<Record<string, readonly string[]>> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const brought = withImports(bundle, entry?.fileName ?? '');
  return Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const path = pathOf(facadeModuleId);
      const files = [...withImports(bundle, fileName)].filter((file) => !brought.has(file));
      return path === null ? [] : [[path, files]];
    }),
  );
}

function withImports(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (found.has(file) || chunk?.type !== 'chunk') return found;
  found.add(file);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

function script(files: Readonly<Record<string, readonly string[]>>): string {
  return `
      // The page's own code, fetched along with the entry.
      {
        const files = ${JSON.stringify(files)};
        for (const file of files[location.pathname.toLowerCase().replace(/\\/$/, '')] ?? []) {
          const link = document.createElement('link');
          link.rel = 'modulepreload';
          link.href = '/' + file;
          document.head.append(link);
        }
      }
    `;
}
