/**
 * The house's rooms and the arrows between them: every import of every source file is read and held
 * against the table below. A new room or arrow is a decision, made here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const TOP_FOLDERS = ['common', 'server', 'client', 'dev', 'e2e', 'bench'];

interface Room {
  /** A folder (ends with /) or a file; the longest that fits a path is its room. */
  readonly path: string;
  /** Rooms and files it may import beside itself; a prefix allows all below it. */
  readonly mayImport: readonly string[];
  /** npm packages it may import; absent: any. `node:` stands for Node's own modules. */
  readonly packages?: readonly string[];
}

const COMMON = ['common/'];

const ROOMS: readonly Room[] = [
  { path: 'common/values/', mayImport: [], packages: ['zod', '@noble/hashes'] },
  { path: 'common/rules/', mayImport: ['common/values/'], packages: [] },
  {
    path: 'common/protocol/',
    mayImport: ['common/values/'],
    packages: ['zod'],
  },
  { path: 'server/config.ts', mayImport: COMMON, packages: ['zod', 'node:'] },
  { path: 'server/log.ts', mayImport: [], packages: ['pino', 'node:'] },
  {
    path: 'server/store/',
    mayImport: COMMON,
    packages: ['libsql', 'mongodb', 'zod', 'node:'],
  },
  { path: 'server/chain/', mayImport: COMMON, packages: ['ethers', 'zod', 'node:'] },
  { path: 'server/leaderboard/', mayImport: [...COMMON, 'server/store/store.ts'] },
  {
    path: 'server/game/',
    mayImport: [
      ...COMMON,
      'server/leaderboard/',
      'server/store/store.ts',
      'server/chain/chain.ts',
      'server/log.ts',
    ],
  },
  { path: 'server/live/', mayImport: [...COMMON, 'server/leaderboard/', 'server/log.ts'] },
  {
    path: 'server/http/',
    mayImport: [...COMMON, 'server/game/', 'server/leaderboard/', 'server/log.ts'],
  },
  // The test of every order plays the page's own merge against the server's own pushes.
  {
    path: 'server/test/',
    mayImport: ['server/', 'client/src/live/board-merge.ts', ...COMMON],
  },
  { path: 'server/', mayImport: ['server/', ...COMMON] },
  { path: 'client/src/ui/', mayImport: [] },
  { path: 'client/src/api/', mayImport: COMMON },
  { path: 'client/src/live/', mayImport: ['client/src/api/', ...COMMON] },
  { path: 'client/src/wallet/', mayImport: ['client/src/api/', ...COMMON] },
  {
    path: 'client/src/features/',
    mayImport: [
      'client/src/api/',
      'client/src/live/',
      'client/src/wallet/',
      'client/src/ui/',
      ...COMMON,
    ],
  },
  { path: 'client/', mayImport: ['client/', ...COMMON] },
  { path: 'dev/tools/', mayImport: ['common/', 'server/'] },
  { path: 'dev/', mayImport: ['server/', 'client/maps/', ...COMMON] },
  { path: 'e2e/', mayImport: ['package.json', 'server/', 'dev/', 'client/', ...COMMON] },
  { path: 'bench/', mayImport: ['server/', 'dev/', 'e2e/', 'client/', ...COMMON] },
];

/** What a rule may never touch: the time and chance come in as arguments. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\b|\bfetch\(/;

interface Import {
  readonly from: string;
  readonly specifier: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])([^'"\n]+)\1/gm;
  return [...text.matchAll(pattern)].map((match) => ({ from: file, specifier: match[2] ?? '' }));
}

function roomOf(file: string): Room | undefined {
  return ROOMS.filter(
    (room) => file === room.path || (room.path.endsWith('/') && file.startsWith(room.path)),
  ).toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** What is wrong with an import, in words; null where nothing is. */
function objection({ from, specifier }: Import): string | null {
  const room = roomOf(from);
  if (!room) return `${from} stands in no room`;
  const isTest = /(\.test\.tsx?|\/fixtures\.ts|\/contract\.ts)$/.test(from);
  if (!specifier.startsWith('.')) {
    const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier);
    const name = isNode ? 'node:' : packageName(specifier);
    if (isTest || !room.packages || room.packages.includes(name)) return null;
    return `${from} imports ${specifier}, which ${room.path} may not`;
  }
  const target = relative(ROOT, resolve(ROOT, dirname(from), specifier));
  const targetRoom = roomOf(target);
  if (targetRoom === room && !isAnotherFeature(from, target)) return null;
  // A test puts together what it needs of the game; what it tests stays within its arrows.
  if (isTest && (target.startsWith('common/') || from.startsWith('server/'))) return null;
  if (room.mayImport.some((allowed) => target.startsWith(allowed))) return null;
  return `${from} imports ${target}, which ${room.path} may not`;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Features never import each other; what two of them need moves down. */
function isAnotherFeature(from: string, target: string): boolean {
  const feature = (path: string) => /^client\/src\/features\/([^/]+)/.exec(path)?.[1];
  return feature(from) !== feature(target);
}

const files = TOP_FOLDERS.flatMap(sourceFiles);

describe('the rooms of the house', () => {
  test('are all there to be read', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files).toContain('common/rules/gdp.ts');
  });

  test('imports run only downwards', () => {
    const objections = files
      .flatMap(importsOf)
      .map(objection)
      .filter((words) => words !== null);
    expect(objections).toEqual([]);
  });

  test('the rules know no clock, no chance and no network', () => {
    const impure = files
      .filter((file) => file.startsWith('common/rules/') && !file.endsWith('.test.ts'))
      .filter((file) => IMPURE.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(impure).toEqual([]);
  });

  test('only server/config.ts reads the environment of the server', () => {
    const readers = files
      .filter((file) => /^(common|server|client)\//.test(file) && !file.endsWith('.test.ts'))
      .filter((file) => /\bprocess\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(readers).toEqual(['server/config.ts']);
  });

  test('a wrong arrow is seen', () => {
    const wrong = [
      ['common/rules/x.ts', 'node:fs'],
      ['common/rules/x.ts', '../protocol/version.ts'],
      ['client/src/ui/x.ts', '../api/request.ts'],
      ['client/src/features/a/x.ts', '../b/y.ts'],
      ['client/src/api/x.ts', '../../../server/config.ts'],
      ['server/game/x.ts', '../store/embedded/embedded-store.ts'],
      ['server/http/x.ts', '../store/store.ts'],
      ['server/main.ts', '../dev/main.ts'],
    ] as const;
    for (const [from, specifier] of wrong) expect(objection({ from, specifier })).not.toBeNull();
  });
});
