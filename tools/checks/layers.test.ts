/**
 * The rooms of the code and the arrows between them: every import of every source file is checked
 * against the table below. A new room or arrow is a decision, made here.
 */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, sourceFiles } from './files.ts';
import { importsOf, targetOf, type Import } from './imports.ts';

const TOP_FOLDERS = ['common', 'server', 'client-kit', 'client', 'dev', 'tools', 'e2e', 'bench'];

interface Room {
  /** A folder (ends with /) or a file; the longest match for a path is its room. */
  readonly path: string;
  /** Rooms and files it may import besides itself; a prefix allows everything below it. */
  readonly mayImport: readonly string[];
  /** npm packages it may import; if absent, any. `node:` stands for Node's own modules. */
  readonly packages?: readonly string[];
}

const COMMON = ['common/protocol/', 'common/rules/', 'common/values/'];
/** What the package shares with the page; its interface is for others. */
const KIT = ['client-kit/api/', 'client-kit/live/'];
const STORE = ['server/store/store.ts', 'server/store/rows.ts', 'server/store/kept/'];
const CHAIN = 'server/chain/chain.ts';
const LIB = 'server/lib/';
const MACHINE = 'server/lib/machine.ts';
const COMMAND = 'server/lib/command.ts';
const LOG = 'server/observe/log.ts';
const LASTING_FAULT = 'server/observe/lasting-fault.ts';

const ROOMS: readonly Room[] = [
  { path: 'common/values/', mayImport: [], packages: ['zod', '@noble/hashes'] },
  { path: 'common/rules/', mayImport: ['common/values/'], packages: [] },
  { path: 'common/protocol/', mayImport: ['common/values/'], packages: ['zod'] },
  {
    path: 'common/ledger/',
    mayImport: ['common/values/'],
    packages: ['zod', '@noble/hashes', '@noble/curves'],
  },
  { path: 'common/testing/', mayImport: COMMON },

  { path: 'server/lib/', mayImport: [], packages: ['node:'] },
  {
    path: 'server/store/',
    mayImport: [...COMMON, 'server/store/kept/', LIB],
    packages: ['libsql', 'mongodb', 'zod', 'node:'],
  },
  {
    path: 'server/store/kept/',
    mayImport: [
      ...COMMON,
      'server/store/store.ts',
      'server/store/rows.ts',
      'server/store/era.ts',
      MACHINE,
    ],
    packages: ['zod'],
  },
  {
    path: 'server/chain/',
    mayImport: [...COMMON, LIB, LASTING_FAULT],
    packages: ['ethers', 'ws', 'zod', 'node:'],
  },
  { path: LOG, mayImport: [LIB], packages: ['pino', 'node:'] },
  { path: LASTING_FAULT, mayImport: [LOG, MACHINE], packages: [] },
  {
    path: 'server/observe/',
    mayImport: [...COMMON, ...STORE, MACHINE],
    packages: ['prom-client', 'node:'],
  },
  { path: 'server/leaderboard/', mayImport: [...COMMON, ...STORE, LIB, LOG] },
  { path: 'server/past/', mayImport: [...COMMON, 'server/leaderboard/', ...STORE, LIB, LOG] },
  { path: 'server/ledger/', mayImport: [...COMMON, 'common/ledger/', ...STORE, LIB, LOG] },
  {
    path: 'server/game/engine/',
    mayImport: [...COMMON, 'server/leaderboard/', ...STORE, CHAIN, LIB, LOG, LASTING_FAULT],
  },
  {
    path: 'server/game/reads/',
    mayImport: [...COMMON, 'server/game/engine/', 'server/leaderboard/', ...STORE, CHAIN, LIB, LOG],
  },
  {
    path: 'server/game/commands/',
    mayImport: [MACHINE, ...COMMON, 'server/game/engine/', 'server/game/reads/', CHAIN],
  },
  {
    path: 'server/game/backing/',
    mayImport: [
      ...COMMON,
      'server/game/engine/',
      'server/game/commands/',
      ...STORE,
      CHAIN,
      LIB,
      LOG,
      LASTING_FAULT,
    ],
  },
  {
    path: 'server/game/names/',
    mayImport: [
      ...COMMON,
      'server/game/engine/',
      'server/game/commands/',
      CHAIN,
      LIB,
      LOG,
      LASTING_FAULT,
    ],
  },
  {
    path: 'server/game/operation/',
    mayImport: [...COMMON, ...STORE, 'server/store/operating.ts', LIB, LOG, LASTING_FAULT],
  },
  { path: 'server/game/sign-in/', mayImport: [...COMMON, ...STORE, CHAIN, LIB] },
  { path: 'server/live/sockets/', mayImport: [...COMMON, 'server/leaderboard/', LIB] },
  {
    path: 'server/live/outbound/',
    mayImport: [...COMMON, 'server/live/sockets/', 'server/leaderboard/', LOG, MACHINE],
  },
  {
    path: 'server/live/inbound/',
    mayImport: [
      ...COMMON,
      'server/live/sockets/',
      'server/live/outbound/',
      'server/leaderboard/',
      LIB,
    ],
  },
  { path: 'server/live/', mayImport: [...COMMON, 'server/live/', 'server/leaderboard/', LIB, LOG] },
  {
    path: 'server/http/',
    mayImport: [
      ...COMMON,
      'common/ledger/',
      'server/game/',
      'server/leaderboard/',
      'server/ledger/',
      'server/past/',
      LIB,
      LOG,
    ],
  },
  {
    path: 'server/boot/config.ts',
    mayImport: [
      ...COMMON,
      COMMAND,
      'server/boot/env-file.ts',
      'server/boot/secret-file.ts',
      'server/boot/variables.ts',
    ],
    packages: ['zod', 'node:'],
  },
  // The composition root, and the two entry points of a built server.
  { path: 'server/boot/', mayImport: ['server/', 'common/ledger/', ...COMMON] },
  { path: 'server/start.ts', mayImport: ['server/boot/', 'server/http/built-pages.ts'] },
  {
    path: 'server/places.ts',
    mayImport: [
      'server/audit/audit.ts',
      'server/audit/report.ts',
      'server/store/',
      'server/boot/config.ts',
      COMMAND,
      MACHINE,
    ],
  },
  { path: 'server/migrate.ts', mayImport: ['server/store/', 'server/places.ts', COMMAND] },
  {
    path: 'server/check-backup.ts',
    mayImport: ['server/store/', 'server/places.ts', COMMAND],
  },
  { path: 'server/upgrade.ts', mayImport: ['server/store/', 'server/places.ts', COMMAND] },
  {
    path: 'server/backup.ts',
    mayImport: ['server/store/', 'server/places.ts', 'server/check-backup.ts', COMMAND, MACHINE],
  },
  {
    path: 'server/restore.ts',
    mayImport: ['server/store/', 'server/places.ts', 'server/check-backup.ts', COMMAND],
  },
  { path: 'server/audit.ts', mayImport: ['server/audit-command.ts', COMMAND], packages: [] },
  {
    path: 'server/audit/',
    mayImport: [
      ...COMMON,
      'common/ledger/',
      'server/ledger/commit-leaves.ts',
      'server/past/',
      'server/store/',
    ],
    packages: ['node:'],
  },
  {
    path: 'server/audit/ledger/',
    mayImport: [
      ...COMMON,
      'common/ledger/',
      'server/audit/leaf-change.ts',
      'server/chain/',
      'server/game/reads/',
      'server/leaderboard/',
      'server/past/weeks-of-events.ts',
      LIB,
    ],
    packages: ['node:', 'zod'],
  },
  {
    path: 'server/audit-command.ts',
    mayImport: [...COMMON, 'server/audit/', 'server/places.ts', 'server/store/', LIB],
  },
  {
    path: 'server/operate/',
    mayImport: [...COMMON, 'server/audit/', 'server/game/operation/acts.ts', 'server/store/', LIB],
  },
  {
    path: 'server/operate.ts',
    mayImport: [
      ...COMMON,
      'server/operate/',
      'server/game/operation/acts.ts',
      'server/places.ts',
      'server/store/',
      LIB,
    ],
  },
  {
    path: 'server/ledger.ts',
    mayImport: ['server/ledger/', 'server/store/', 'server/boot/config.ts', COMMAND, MACHINE],
  },
  { path: 'server/test/', mayImport: ['server/', 'common/ledger/', ...COMMON] },

  { path: 'client-kit/api/', mayImport: COMMON, packages: ['zod'] },
  {
    path: 'client-kit/live/',
    mayImport: ['client-kit/api/', ...COMMON],
    packages: ['socket.io-client', 'zod'],
  },
  {
    path: 'client-kit/ledger.ts',
    mayImport: ['client-kit/api/', 'common/ledger/', ...COMMON],
    packages: [],
  },
  { path: 'client-kit/', mayImport: [...KIT, ...COMMON], packages: [] },

  { path: 'client/src/lib/', mayImport: [], packages: ['react'] },
  { path: 'client/src/ui/', mayImport: ['client/src/lib/', 'common/values/'] },
  { path: 'client/src/api/', mayImport: ['client/src/lib/', 'client-kit/api/', ...COMMON] },
  { path: 'client/src/live/', mayImport: ['client/src/api/', ...KIT, ...COMMON] },
  {
    path: 'client/src/wallet/',
    mayImport: ['client/src/api/', 'client/src/lib/', 'client-kit/api/', ...COMMON],
  },
  {
    path: 'client/src/views/',
    mayImport: [
      'client/src/api/',
      'client/src/live/',
      'client/src/wallet/',
      'client/src/ui/',
      ...KIT,
      ...COMMON,
    ],
  },
  {
    path: 'client/src/features/',
    mayImport: [
      'client/src/api/',
      'client/src/lib/',
      'client/src/live/',
      'client/src/wallet/',
      'client/src/ui/',
      'client/src/views/',
      ...KIT,
      'common/ledger/',
      ...COMMON,
    ],
  },
  { path: 'client/src/', mayImport: ['client/src/', ...KIT, ...COMMON] },
  { path: 'client/', mayImport: ['client/', ...COMMON] },

  { path: 'tools/', mayImport: ['server/', 'client/', 'client-kit/', 'common/ledger/', ...COMMON] },
  {
    path: 'tools/docs/',
    mayImport: ['tools/', 'docs/vectors/', 'server/', 'client-kit/', 'common/'],
  },
  // What drives the built server, with the tests' own players, chain and fixtures.
  { path: 'tools/rig/', mayImport: ['tools/', 'server/', 'client-kit/', 'common/'] },
  { path: 'tools/attack/', mayImport: ['tools/', 'server/', 'common/'] },
  { path: 'tools/chaos/', mayImport: ['tools/', 'server/', 'client-kit/', 'common/'] },
  { path: 'tools/world/', mayImport: ['tools/', 'server/', 'common/'] },
  // Written from the documents: with the game's own code they would repeat its mistakes.
  { path: 'tools/world/model/', mayImport: ['tools/world/client/'] },
  { path: 'tools/world/client/', mayImport: ['tools/world/model/', MACHINE] },
  { path: 'dev/', mayImport: ['server/', ...COMMON] },
  { path: 'e2e/', mayImport: ['package.json', 'server/', 'dev/', 'client/', 'tools/', 'common/'] },
  {
    path: 'bench/',
    mayImport: ['server/', 'dev/', 'e2e/', 'client/', 'client-kit/', 'tools/', 'common/'],
  },
];

/**
 * Support code for the tests: product code never imports it. Such a file may import any part of the
 * game.
 */
const FOR_TESTS = /(\.test\.tsx?$|\/testing\/|^server\/test\/)/;

/** What a rule may never use: time and randomness come in as arguments. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\b|\bfetch\(/;

function roomOf(file: string): Room | undefined {
  return ROOMS.filter(
    (room) => file === room.path || (room.path.endsWith('/') && file.startsWith(room.path)),
  ).toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** What is wrong with an import, in words; null if nothing is. */
function objection({ from, specifier }: Import): string | null {
  const room = roomOf(from);
  if (!room) return `${from} belongs to no room`;
  const isForTests = FOR_TESTS.test(from);
  if (!specifier.startsWith('.')) {
    const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier);
    const name = isNode ? 'node:' : packageName(specifier);
    if (isForTests || !room.packages || room.packages.includes(name)) return null;
    return `${from} imports ${specifier}, which ${room.path} may not`;
  }
  const target = targetOf(from, specifier);
  const isProduct = /^(common|server|client|client-kit)\//.test(from) && !isForTests;
  if (isProduct && FOR_TESTS.test(target)) return `${from} imports ${target}, which is for tests`;
  const targetRoom = roomOf(target);
  if (targetRoom === room && !isAnotherFeature(from, target)) return null;
  if (room.mayImport.some((allowed) => target.startsWith(allowed))) return null;
  // A test may build what it needs of the game, within its own side of the code.
  if (
    isForTests &&
    ['common/', 'tools/test/', 'tools/rig/', `${side(from)}/`].some((own) => target.startsWith(own))
  )
    return null;
  return `${from} imports ${target}, which ${room.path} may not`;
}

function side(path: string): string {
  return path.split('/')[0] ?? '';
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Features never import each other; shared code moves down. */
function isAnotherFeature(from: string, target: string): boolean {
  const feature = (path: string) => /^client\/src\/features\/([^/]+)/.exec(path)?.[1];
  return feature(from) !== feature(target);
}

/** Every import cycle, found by a walk that enters each file once. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const begun = path.indexOf(file);
    if (begun !== -1) circles.push([...path.slice(begun), file].join(' → '));
    if (begun !== -1 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}

const files = TOP_FOLDERS.flatMap(sourceFiles);

describe('the rooms of the code', () => {
  test('imports run only downwards', () => {
    expect(files).toContain('common/rules/gdp.ts');
    const objections = files
      .flatMap(importsOf)
      .map(objection)
      .filter((words) => words !== null);
    expect(objections).toEqual([]);
  });

  test('no files import each other in a circle, not even their types', () => {
    const importedBy = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => targetOf(file, specifier)),
      ]),
    );
    expect(circlesOf(importedBy)).toEqual([]);
    expect(circlesOf(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b → c → b']); // prettier-ignore
  });

  test('the rules use no clock, no randomness and no network', () => {
    const impure = files
      .filter((file) => file.startsWith('common/rules/') && !file.endsWith('.test.ts'))
      .filter((file) => IMPURE.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(impure).toEqual([]);
  });

  test('the image installs what the server imports, and nothing else', () => {
    const imported = files
      .filter((file) => /^(common|server)\//.test(file) && !FOR_TESTS.test(file))
      .flatMap(importsOf)
      .filter(({ specifier }) => !/^(\.|node:)/.test(specifier))
      .map(({ specifier }) => packageName(specifier));
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual([...new Set(imported)].toSorted());
  });

  test('only server/boot/config.ts reads the environment of the server', () => {
    const readers = files
      .filter(
        (file) => /^(common|server|client|client-kit)\//.test(file) && !file.endsWith('.test.ts'),
      )
      .filter((file) => /\bprocess\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(readers).toEqual(['server/boot/config.ts']);
  });

  // The linter sees to the other ways to ask for the time (.oxlintrc.json).
  test('no code of the server has a date without being told the time', () => {
    const askers = files
      .filter((file) => /^server\/(?!test\/)/.test(file) && !file.endsWith('.test.ts'))
      .filter((file) => /\bnew Date\(\)/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(askers).toEqual([]);
  });

  test('a wrong arrow is found', () => {
    const wrong = [
      ['common/rules/x.ts', 'node:fs'],
      ['common/rules/x.ts', '../protocol/version.ts'],
      ['client/src/ui/x.ts', '../api/config.ts'],
      ['client-kit/live/x.ts', '../../client/src/api/config.ts'],
      ['client-kit/client.ts', '../common/ledger/leaf.ts'],
      ['client/src/live/x.ts', '../../../client-kit/client.ts'],
      ['client/src/features/a/x.ts', '../b/y.ts'],
      ['client/src/api/x.ts', '../../../server/boot/config.ts'],
      ['server/stray.ts', './store/store.ts'],
      ['server/game/commands/x.ts', '../../store/embedded/embedded-store.ts'],
      ['server/game/engine/x.ts', '../commands/resources.ts'],
      ['server/live/outbound/x.ts', '../inbound/ingress.ts'],
      ['server/http/x.ts', '../store/store.ts'],
      ['server/game/reads/x.ts', '../../chain/testing/fake-chain.ts'],
      ['server/http/x.ts', '../../client/late-code-plugin.ts'],
      ['server/boot/x.ts', '../../dev/main.ts'],
      ['server/boot/x.ts', '../store/testing/memory-store.ts'],
      ['tools/world/model/x.ts', '../../../common/rules/gdp.ts'],
    ] as const;
    for (const [from, specifier] of wrong) expect(objection({ from, specifier })).not.toBeNull();
  });
});
