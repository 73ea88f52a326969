/**
 * `npm run pack:client`: builds and packs `@denaria/client`. The modules of `client-kit/`, with
 * what they use of `common/`, become a file for each of its entries, and types beside them; its
 * packages stay imports, in this project's versions.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { z } from 'zod';
import { lighter, pureSchemas } from './lighter.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const KIT = join(ROOT, 'client-kit');
const ENTRIES = { client: join(KIT, 'client.ts'), ledger: join(KIT, 'ledger.ts') };

const projectSchema = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** In the project's versions. */
const PACKAGES = ['@noble/curves', '@noble/hashes', 'socket.io-client', 'zod'];

/** Of `{ z }` esbuild and webpack bundle all, 68 kB more. */
const wholeZod: Plugin = {
  name: 'denaria:whole-zod',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/](?:client-kit|common)[\\/].*\.ts$/ },
    handler: (code) => code.replace("import { z } from 'zod'", "import * as z from 'zod'"),
  },
};

/** @param folder is emptied. @returns the path of the packed file, in that folder. */
export async function packClient(folder: string): Promise<string> {
  const project = projectSchema.parse(readJson(join(ROOT, 'package.json')));
  const { version, engines } = project;
  const versions = { ...project.devDependencies, ...project.dependencies };
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, versions[name]]));
  const dist = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    plugins: [lighter, wholeZod],
    build: {
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      // The oldest browsers that README.md names.
      target: ['chrome109', 'edge109', 'firefox115', 'safari16.4'],
      lib: { entry: ENTRIES, formats: ['es'] },
      rolldownOptions: {
        external: PACKAGES.map((name) => new RegExp(`^${name}(?:/|$)`)),
        treeshake: pureSchemas,
      },
    },
  });
  writeTypes(join(dist, 'types'));
  const own = z.record(z.string(), z.unknown()).parse(readJson(join(KIT, 'package.json')));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...own, version, engines, dependencies }, null, 2),
  );
  copyFileSync(join(KIT, 'README.md'), join(folder, 'README.md'));
  return join(folder, run('npm', ['pack', '--silent'], folder).trim());
}

/** The declarations of the entries and of what they import, file by file. */
function writeTypes(folder: string): void {
  const project = `${folder}.json`;
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: folder,
    types: [],
  };
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions,
    files: Object.values(ENTRIES),
    include: [],
  };
  writeFileSync(project, JSON.stringify(config));
  run('npx', ['tsc', '--project', project], ROOT);
  rmSync(project);
}

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  console.log(await packClient(join(ROOT, 'dist', 'client-kit')));
}
