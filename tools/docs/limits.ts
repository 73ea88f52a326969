/** The limits of docs/operating.md: each from the constant that the code keeps to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULTS } from '../../server/boot/config.ts';
import { DEVELOPMENT_LIMITS, LIMITS, type Limits } from '../../server/http/limits.ts';
import { MOST_KEYS } from '../../server/lib/recent-map.ts';
import { ROOT, sourceFiles } from '../checks/files.ts';

const PER_CALLER: readonly (readonly [keyof Limits, string])[] = [
  ['pointsPerAddress', 'Points per address and minute'],
  ['signInsPerAddress', 'Nonces and sign-ins per address and minute'],
  ['anonymousPerAddress', 'POSTs without a session per address and minute'],
  ['contractSignInsPerAddress', 'Sign-ins that ask the chain, per address and minute'],
  ['strangerReads', 'Reads of the chain without a session, per process (a tenth more each minute)'],
  ['commandsPerWallet', 'Commands per wallet and minute'],
  ['upkeepPerWallet', 'Refreshes and settlements per wallet and minute, no matter who asks'],
];

const CONFIGURED = [
  ['SOCKETS_PER_ADDRESS', 'Sockets per address (`SOCKETS_PER_ADDRESS`)'],
  ['JOINS_PER_ADDRESS', 'Joins without holdings per address and hour (`JOINS_PER_ADDRESS`)'],
] as const;

/** The constants that bound what strangers can make a process keep, and what each counts. */
const BOUNDS: readonly (readonly [what: string, name: string, path: string])[] = [
  ['Unanswered requests per connection', 'MOST_UNANSWERED', 'server/http/connections.ts'],
  [
    'Connections for each socket an address may hold, if no proxy is in front',
    'CONNECTIONS_PER_SOCKET',
    'server/boot/compose-server.ts',
  ],
  ['Bytes of answers not yet read, per address', 'MOST_UNREAD_BYTES', 'server/http/unread.ts'],
  [
    'Reads that wait for a commit (`Denaria-At-Least`), per address',
    'MOST_WAITS',
    'server/http/at-least.ts',
  ],
  ['The same, of all addresses', 'MOST_WAITS_IN_ALL', 'server/http/at-least.ts'],
  ['Calls under way, of all addresses', 'MOST_UNDER_WAY', 'server/http/under-way.ts'],
  ['The same, while they take more than a second', 'MOST_WHILE_SLOW', 'server/http/under-way.ts'],
  ['Checksummed addresses', 'MOST_KNOWN', 'common/values/address.ts'],
  ['Wallets whose names are to be asked for', 'MOST_WAITING', 'server/game/names/name-checker.ts'],
  ['GDPs at the end of weeks', 'CACHED_GDPS', 'server/past/closed-weeks.ts'],
  ['Bytes of cached answers', 'MOST_BYTES', 'server/http/answer-cache.ts'],
];

const number = (value: number) => value.toLocaleString('en-US');
const limit = (value: number) => (value === 0 ? 'no limit' : number(value));

/** @throws Error if a limit is not named here. */
export function callerLimits(): string {
  const named = new Set<string>(PER_CALLER.map(([name]) => name));
  const lost = Object.keys(LIMITS).filter((name) => !named.has(name));
  if (lost.length > 0) throw new Error(`tools/docs/limits.ts does not name ${lost.join(', ')}`);
  const { production, development } = DEFAULTS;
  return [
    ...PER_CALLER.map(([name, what]) => line(what, LIMITS[name], DEVELOPMENT_LIMITS[name])),
    ...CONFIGURED.map(([name, what]) => line(what, production[name], development[name])),
  ].join('\n');
}

function line(what: string, production: number, development: number): string {
  const other = production === development ? '' : `; development: ${limit(development)}`;
  return `- ${what}: ${limit(production)}${other}`;
}

export function bounds(): string {
  const lines = BOUNDS.map(([what, name, path]) => `- ${what}: ${number(constant(name, path))}`);
  return [...lines, recentKeys()].join('\n');
}

/** @throws Error if the file has no such constant, a number or a product of some. */
function constant(name: string, path: string): number {
  const [, value] =
    new RegExp(`const ${name} = ([0-9_ *]+);`).exec(readFileSync(join(ROOT, path), 'utf8')) ?? [];
  if (value === undefined) throw new Error(`${path} has no ${name}`);
  const factors = value.replaceAll('_', '').split('*').map(Number);
  return factors.reduce((product, factor) => product * factor, 1);
}

/** The maps whose keys strangers choose all have the same bound. */
function recentKeys(): string {
  const maps = sourceFiles('server')
    .filter((file) => !/\.test\.ts$|\/testing\/|lib\/budget\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/new (?:RecentMap|Budget)\b/g),
    ]);
  return `- Addresses, wallets and codes in each of ${maps.length} maps, 10 to 15 MB each: ${number(MOST_KEYS)}`;
}
