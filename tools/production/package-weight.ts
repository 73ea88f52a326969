/**
 * `npm run weigh`: what each package weighs on `/` and `/ranking`, before they render and until they are idle.
 * It builds the client once more, with source maps, and gives each package its share of the gzipped files: a
 * file's bytes are divided by whose code they were made from.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { readChunks } from './client-manifest.ts';
import { firstFiles, idleFiles, WEIGHED_PAGES } from './page-weight.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, '.cache', 'package-weight');

type Weights = Map<string, number>;

process.env['NODE_ENV'] = 'production';
await build({
  configFile: join(ROOT, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: FOLDER, sourcemap: 'hidden' },
});
const manifest = readChunks(join(FOLDER, '.vite', 'manifest.json'));
for (const path of WEIGHED_PAGES) {
  print(path, weigh(firstFiles(manifest, path)), weigh(idleFiles(manifest, path)));
}

function weigh(files: ReadonlySet<string>): Weights {
  const sum: Weights = new Map();
  for (const file of files) {
    for (const [name, bytes] of weightsOf(file)) sum.set(name, (sum.get(name) ?? 0) + bytes);
  }
  return sum;
}

function weightsOf(file: string): Weights {
  const code = readFileSync(join(FOLDER, file), 'utf8');
  const gzipped = gzipSync(code, { level: 9 }).length;
  const mapFile = join(FOLDER, `${file}.map`);
  // The bundler's own runtime was made from no source.
  if (!existsSync(mapFile)) return new Map([[packageOf(undefined), gzipped]]);
  const map = new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')));
  const characters: Weights = new Map();
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = map.findEntry(line, column);
      const name = packageOf('originalSource' in entry ? entry.originalSource : '');
      characters.set(name, (characters.get(name) ?? 0) + 1);
    }
  }
  return new Map(
    [...characters].map(([name, count]) => [name, (count / code.length) * gzipped] as const),
  );
}

/** Ours are `client` and `common`; what the bundler wrote itself counts as the client's. */
function packageOf(source: string | undefined): string {
  const names = [...(source ?? '').matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)];
  const [, name] = names.at(-1) ?? [];
  return name ?? (source?.includes('/common/') ? 'common (ours)' : 'client (ours)');
}

function print(path: string, first: Weights, idle: Weights): void {
  const kB = (bytes = 0) => (bytes / 1000).toFixed(1).padStart(8);
  const total = (weights: Weights) => [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  const row = (name: string, before: number | undefined, until: number | undefined) =>
    console.log(`  ${name.padEnd(28)}${kB(before)}${kB(until)}`);
  console.log(`\n${path}, kB gzipped${' '.repeat(28 - path.length - 12)}     first    idle`);
  for (const [name, until] of [...idle].toSorted(([, a], [, b]) => b - a))
    row(name, first.get(name), until);
  row('together', total(first), total(idle));
}
