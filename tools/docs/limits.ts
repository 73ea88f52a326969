/** The limits of docs/operating.md: each from the constant that the code keeps to. */
import { DEFAULTS } from '../../server/boot/config.ts';
import { DEVELOPMENT_LIMITS, LIMITS, type Limits } from '../../server/http/limits.ts';

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
