/**
 * The only reader of `process.env`. Every variable (variables.ts) is parsed here once, before
 * anything starts; each bad or missing one is reported with its remedy and stops the start.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLoopback } from '../../common/values/loopback.ts';
import { OperatorError } from '../lib/command.ts';
import { readEnvFile } from './env-file.ts';
import { secretIn } from './secret-file.ts';
import { passwordOf, VARIABLES } from './variables.ts';

export type Mode = 'development' | 'production' | 'test';

/** If no chain is configured, development starts one and fills in where it is. */
export type DevelopmentConfig = Readonly<ReturnType<typeof settingsOf>>;

/** Everything that a server needs to start. */
export type Config = DevelopmentConfig & {
  readonly [Key in 'ethRpcUrls' | 'contracts']: NonNullable<DevelopmentConfig[Key]>;
};

/** What is wrong with the configuration: a sentence for each problem, all of them together. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Of a server on a developer’s machine. */
const LOCAL_DEFAULTS = {
  // No balancer chooses between processes.
  DRAIN_NOTICE_MS: 0,
  // The local chain has a block each second.
  CHAIN_POLL_MS: 1000,
  SOCKETS_PER_ADDRESS: 0,
  JOINS_PER_ADDRESS: 0,
};
const OPENSEA = { NATIONAL_MARKETPLACE: 'opensea', CULTURAL_MARKETPLACE: 'opensea' } as const;
export const DEFAULTS = {
  development: {
    ...LOCAL_DEFAULTS,
    // The local chain's NFTs are not for sale: its faucet gives them away.
    NATIONAL_MARKETPLACE: 'none',
    CULTURAL_MARKETPLACE: 'none',
    LOG_LEVEL: 'warn',
  },
  production: {
    ...OPENSEA,
    LOG_LEVEL: 'info',
    DRAIN_NOTICE_MS: 1500,
    // Mainnet has a block every 12 s, and its providers count calls.
    CHAIN_POLL_MS: 4000,
    SOCKETS_PER_ADDRESS: 2000,
    JOINS_PER_ADDRESS: 120,
  },
  test: { ...LOCAL_DEFAULTS, ...OPENSEA, LOG_LEVEL: 'silent' },
} as const satisfies Readonly<Record<Mode, object>>;

const variablesSchema = z.object(VARIABLES);

/** The variables' names, for their documentation. */
const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES);

const CONTRACT_VARIABLES = ['DENA_ADDRESS', 'NATIONAL_NFT_ADDRESS', 'CULTURAL_NFT_ADDRESS'];
export const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_ORIGIN',
  'SESSION_SECRET',
  'ETH_RPC_URL',
  ...CONTRACT_VARIABLES,
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Those that may hold any character, and each of which may come from the file that its name with
 * _FILE behind says.
 */
export const SECRET_VARIABLES = ['SESSION_SECRET', 'LEDGER_KEY', 'MONGODB_URI', 'ETH_RPC_URL'];

/**
 * The process's environment, with a `.env` file in the working directory as the fallback.
 * @throws ConfigError
 */
function environment(): Environment {
  if (!existsSync('.env')) return process.env;
  const names = {
    names: [...VARIABLE_NAMES, ...SECRET_VARIABLES.map(fileOf)],
    secrets: SECRET_VARIABLES,
  };
  const { values, problems } = readEnvFile(readFileSync('.env', 'utf8'), names);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...values, ...process.env };
}

/** The variable that names the file of a secret. */
export function fileOf(name: string): string {
  return `${name}_FILE`;
}

/**
 * The values of these variables, or of the files that they are in; an empty one counts as absent.
 * @throws ConfigError
 */
function given(names: readonly string[], env: Environment): Environment {
  const problems: string[] = [];
  const textOf = (name: string) => env[name]?.trim() || undefined;
  const values = names.map((name) => {
    const text = textOf(name);
    if (!SECRET_VARIABLES.includes(name)) return [name, text];
    const path = textOf(fileOf(name));
    if (path === undefined) return [name, text];
    const found = secretIn(path, name);
    if (text !== undefined) problems.push(`${name}, ${fileOf(name)}: set one of them, not both.`);
    else if ('problem' in found) problems.push(`${fileOf(name)}: ${path} ${found.problem}`);
    return [name, 'text' in found ? found.text : undefined];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values);
}

/**
 * Reads the configuration from the environment.
 * @throws ConfigError naming every bad or missing variable with its remedy.
 */
export function loadConfig(mode: 'production', env?: Environment): Config;
export function loadConfig(mode: Mode, env?: Environment): DevelopmentConfig;
export function loadConfig(mode: Mode, env: Environment = environment()): DevelopmentConfig {
  const texts = given(VARIABLE_NAMES, env);
  const parsed = variablesSchema.safeParse(texts);
  const problems = [
    ...(parsed.error ? problemsIn(parsed.error) : []),
    ...problemsBetween(mode, texts),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return settingsOf(mode, parsed.data);
}

function settingsOf(mode: Mode, values: z.output<typeof variablesSchema>) {
  const defaults = DEFAULTS[mode];
  return {
    mode,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    mongodbUri: values.MONGODB_URI ?? null,
    ethRpcUrls: values.ETH_RPC_URL ?? null,
    chainPollMs: values.CHAIN_POLL_MS ?? defaults.CHAIN_POLL_MS,
    chainCompareMs: values.CHAIN_COMPARE_MS,
    contracts: contractsOf(values),
    isRehearsal: values.REHEARSAL === '1',
    sessionSecrets: values.SESSION_SECRET ?? null,
    ledgerKey: values.LEDGER_KEY ?? null,
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    trustProxyHops: values.TRUST_PROXY_HOPS,
    walletProof: values.WALLET_PROOF,
    socketsPerAddress: values.SOCKETS_PER_ADDRESS ?? defaults.SOCKETS_PER_ADDRESS,
    joinsPerAddress: values.JOINS_PER_ADDRESS ?? defaults.JOINS_PER_ADDRESS,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    liveTickMs: values.LIVE_TICK_MS,
    drainNoticeMs: values.DRAIN_NOTICE_MS ?? defaults.DRAIN_NOTICE_MS,
    ipfsGateway: values.IPFS_GATEWAY,
    marketplaces: {
      national: values.NATIONAL_MARKETPLACE ?? defaults.NATIONAL_MARKETPLACE,
      cultural: values.CULTURAL_MARKETPLACE ?? defaults.CULTURAL_MARKETPLACE,
    },
    logLevel: values.LOG_LEVEL ?? defaults.LOG_LEVEL,
  };
}

/** Where a game is stored, whatever else the environment contains. @throws ConfigError */
export function placeOfGame(env: Environment = environment()) {
  const { DATA_DIR, MONGODB_URI } = VARIABLES;
  const variables = { DATA_DIR, MONGODB_URI };
  const parsed = z.object(variables).safeParse(given(Object.keys(variables), env));
  if (!parsed.success) throw new ConfigError(problemsIn(parsed.error));
  return { dataDir: parsed.data.DATA_DIR, mongodbUri: parsed.data.MONGODB_URI ?? null };
}

/** Where a game is stored, and who signs its ledger. @throws ConfigError */
export function placeOfLedger() {
  const env = environment();
  const { LEDGER_KEY, PUBLIC_ORIGIN } = VARIABLES;
  const needed = { LEDGER_KEY, PUBLIC_ORIGIN };
  const parsed = z.object(needed).safeParse(given(Object.keys(needed), env));
  if (!parsed.success) throw new ConfigError(problemsIn(parsed.error));
  const { LEDGER_KEY: key, PUBLIC_ORIGIN: origin } = parsed.data;
  if (key === undefined || origin === undefined) {
    throw new ConfigError(['LEDGER_KEY, PUBLIC_ORIGIN: set both, as for the server.']);
  }
  const identity = { origin: ledgerOrigin('production', origin), seed: Buffer.from(key, 'hex') };
  return { ...placeOfGame(env), identity };
}

/** Named by the host that players open, so that no two games sign for one another. */
export function ledgerOrigin(mode: Mode, publicOrigin: string | null): string {
  const isPublic = mode === 'production' && publicOrigin !== null;
  return `${isPublic ? new URL(publicOrigin).host : 'localhost'}/denaria`;
}

function problemsIn({ issues }: z.ZodError): string[] {
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/** Checks across variables: what the mode requires, and which ones conflict. */
function problemsBetween(mode: Mode, texts: Environment): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !texts[name]);
  const problems: string[] = [];
  if (mode === 'production') {
    for (const name of missing(REQUIRED_IN_PRODUCTION)) {
      problems.push(`${name}: is required in production. .env.example says what to put there.`);
    }
  } else if (missing(CONTRACT_VARIABLES).length < CONTRACT_VARIABLES.length) {
    for (const name of missing(CONTRACT_VARIABLES)) {
      problems.push(`${name}: is missing. Set all three contract addresses, or none of them.`);
    }
  }
  const origin = texts['PUBLIC_ORIGIN'] ?? '';
  if (texts['REHEARSAL'] === '1' && URL.canParse(origin) && !isForTrial(new URL(origin))) {
    problems.push(
      'REHEARSAL: is for a PUBLIC_ORIGIN that no player takes for the game: a loopback address such as http://localhost:3000, or a host that ends in .test. Change that, or leave out REHEARSAL and play on Mainnet.',
    );
  }
  if (texts['WALLET_PROOF'] === 'off') {
    if (mode === 'production') {
      problems.push('WALLET_PROOF: cannot be off in production, where wallets must be proven.');
    } else if (texts['HOST'] && !isLoopback(texts['HOST'])) {
      problems.push(
        'WALLET_PROOF: cannot be off while HOST is reachable by others. Set HOST to 127.0.0.1.',
      );
    }
  }
  return problems;
}

function isForTrial({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.endsWith('.test');
}

function contractsOf(values: z.output<typeof variablesSchema>) {
  const { DENA_ADDRESS: dena, NATIONAL_NFT_ADDRESS: nationalNft } = values;
  const { CULTURAL_NFT_ADDRESS: culturalNft } = values;
  return dena && nationalNft && culturalNft ? { dena, nationalNft, culturalNft } : null;
}

/** Whether an npm script started this process, through a shell. */
export function isRunByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/** The values in a configuration that must never be shown, even in the log. */
export function secretsOf({ sessionSecrets, ledgerKey, mongodbUri, ethRpcUrls }: Config): string[] {
  // A node's key is part of its URL: in the path, in the query or before the host.
  const keys = ethRpcUrls.flatMap((address) => {
    const { pathname, search, username, password } = new URL(address);
    const values = search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1));
    return [...pathname.split('/'), ...values, username, password]
      .flatMap((part) => [...new Set([part, decoded(part)])])
      .filter((part) => !isWord(part));
  });
  const password = mongodbUri && passwordOf(mongodbUri);
  return [...(sessionSecrets ?? []), ledgerKey, password, ...keys]
    .filter((secret) => secret !== null)
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

/** Anything shorter is a path such as /rpc, or would redact ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** A path such as /mainnet contains no key. */
function isWord(part: string): boolean {
  return part.length < 16 && /^[a-z]+$/i.test(part);
}

/** A node may quote a key in its form before URL encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
