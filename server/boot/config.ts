/**
 * The only reader of `process.env`. Every variable is parsed here once, before anything starts; each bad or
 * missing one is reported with its remedy and stops the start. `.env.example` documents them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { isLoopback } from '../../common/values/loopback.ts';
import { readEnvFile } from './env-file.ts';
import { objectionToSecret } from './session-secret.ts';

export type Mode = 'development' | 'production' | 'test';

/** The collection's page on OpenSea, no marketplace at all, or a URL. */
export type Marketplace = 'opensea' | 'none' | URL;

interface Settings {
  readonly mode: Mode;
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly mongodbUri: string | null;
  /** 32 bytes or more; null: one is generated and kept in `dataDir`. */
  readonly sessionSecret: string | null;
  /** The only origin allowed; null: the request's own, if that is a loopback host. */
  readonly publicOrigin: string | null;
  /** How many proxies are in front and append to X-Forwarded-For. */
  readonly trustProxyHops: number;
  readonly walletProof: 'required' | 'off';
  /** How many sockets one address may hold; 0: no limit. */
  readonly socketsPerAddress: number;
  /** How many wallets without holdings may join from one address per hour; 0: no limit. */
  readonly joinsPerAddress: number;
  /** The separate port where Prometheus scrapes the metrics; 0: any free one; null: none. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly liveTickMs: number;
  /** How long a process that was told to end keeps accepting calls, so that balancers notice. */
  readonly drainNoticeMs: number;
  /** Where ipfs:// metadata and images are read from; ends with a slash. */
  readonly ipfsGateway: string;
  /** Where the pages send players who want to buy an NFT. */
  readonly marketplaces: { readonly national: Marketplace; readonly cultural: Marketplace };
  /** The pause between two looks at the chain's head. */
  readonly chainPollMs: number;
  /** The time in which every staker's holdings are compared with the chain once. */
  readonly chainCompareMs: number;
  readonly logLevel: LogLevel;
}

/** Where the chain is, and the game's contracts on it. */
interface ChainSettings {
  /** Endpoints of one chain, the preferred one first. */
  readonly ethRpcUrls: readonly string[];
  readonly contracts: {
    readonly dena: Address;
    readonly nationalNft: Address;
    readonly culturalNft: Address;
  };
}

/** Everything that a server needs to start. */
export type Config = Settings & ChainSettings;

/** If no chain is configured, development starts one and fills these in. */
export type DevelopmentConfig = Settings & {
  readonly [Key in keyof ChainSettings]: ChainSettings[Key] | null;
};

/** What is wrong with the configuration: a sentence for each problem, all of them together. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not right:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
    this.problems = problems;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_LOG_LEVEL: Readonly<Record<Mode, LogLevel>> = {
  development: 'warn',
  production: 'info',
  test: 'silent',
};

/** In development no balancer chooses between processes. */
const DEFAULT_DRAIN_NOTICE_MS: Readonly<Record<Mode, number>> = {
  development: 0,
  production: 1500,
  test: 0,
};

function wholeNumber(min: number, max: number, remedy: string) {
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, { error: remedy })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: remedy });
}

function host() {
  return z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'is a host name or address, such as 127.0.0.1.' });
}

function url(protocols: readonly string[], remedy: string) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: remedy,
    });
}

/** Comma-separated URLs; a wrong one is named by its position. */
function endpoints() {
  const protocols = new Set(['http:', 'https:', 'ws:', 'wss:']);
  return z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .superRefine((urls, context) => {
      for (const [i, one] of urls.entries()) {
        if (URL.canParse(one) && protocols.has(new URL(one).protocol)) continue;
        const which = urls.length === 1 ? 'is' : `endpoint ${i + 1} of ${urls.length} is not`;
        context.addIssue({
          code: 'custom',
          message: `${which} the http, https, ws or wss address of an Ethereum Mainnet JSON-RPC endpoint. Separate several with commas.`,
        });
      }
    });
}

/** The local chain has a block each second; Mainnet has one every 12 s, and its providers count calls. */
const DEFAULT_CHAIN_POLL_MS: Readonly<Record<Mode, number>> = {
  development: 1000,
  production: 4000,
  test: 1000,
};

/** The local chain's NFTs are not for sale: its faucet gives them away. */
const DEFAULT_MARKETPLACE: Readonly<Record<Mode, Marketplace>> = {
  development: 'none',
  production: 'opensea',
  test: 'opensea',
};

function marketplace() {
  const remedy =
    "is 'opensea', 'none', or the http(s) address where the collection is sold, such as https://market.example.org/denaria.";
  return z.union(
    [
      z.enum(['opensea', 'none']),
      url(['http:', 'https:'], remedy)
        .transform((text) => new URL(text))
        // Every visitor sees the address.
        .refine(({ username, password }) => username === '' && password === '', { error: remedy }),
    ],
    { error: remedy },
  );
}

/** Sockets per address in production; other modes have no such limit. */
const PRODUCTION_SOCKETS_PER_ADDRESS = 2000;
const PRODUCTION_JOINS_PER_ADDRESS = 120;

const ORIGIN_REMEDY = 'is the one origin that players open, such as https://play.example.org.';

/** All variables, by name. An empty one counts as absent. */
const VARIABLES = {
  PORT: wholeNumber(0, 65_535, 'is a whole number from 0 to 65535, such as 3000.').default(3000),
  HOST: host().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  // With several hosts it is not a URL, so only its shape is checked: hosts, then a database.
  MONGODB_URI: z
    .string()
    .refine((text) => !hasBarePassword(text), {
      error:
        'has a user or password with a character that belongs to the address: write / as %2F, ? as %3F, # as %23, @ as %40, : as %3A and % as %25.',
      abort: true,
    })
    .regex(/^mongodb(\+srv)?:\/\/[^/?\s]+\/[^/?\s]+(\?\S*)?$/, {
      error:
        'is a connection string that names a database, such as mongodb://localhost:27017/denaria?replicaSet=rs0.',
    })
    .optional(),
  ETH_RPC_URL: endpoints().optional(),
  DENA_ADDRESS: addressSchema.optional(),
  NATIONAL_NFT_ADDRESS: addressSchema.optional(),
  CULTURAL_NFT_ADDRESS: addressSchema.optional(),
  CHAIN_POLL_MS: wholeNumber(
    100,
    60_000,
    'is a whole number of milliseconds from 100 to 60000, such as 4000.',
  ).optional(),
  CHAIN_COMPARE_MS: wholeNumber(
    1000,
    86_400_000,
    'is a whole number of milliseconds from 1000 to 86400000, such as 300000.',
  ).default(300_000),
  SESSION_SECRET: z
    .string()
    .superRefine((text, context) => {
      const message = objectionToSecret(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  PUBLIC_ORIGIN: url(['http:', 'https:'], ORIGIN_REMEDY)
    .transform((text) => new URL(text))
    .refine((parsed) => parsed.href === `${parsed.origin}/`, {
      error: `${ORIGIN_REMEDY} Leave out its path.`,
    })
    .transform((parsed) => parsed.origin)
    .optional(),
  TRUST_PROXY_HOPS: wholeNumber(
    0,
    16,
    'is how many proxies stand in front of the server: a whole number from 0 to 16.',
  ).default(0),
  WALLET_PROOF: z
    .enum(['required', 'off'], { error: "is either 'required' or 'off'." })
    .default('required'),
  SOCKETS_PER_ADDRESS: wholeNumber(
    0,
    1_000_000,
    'is how many sockets one address may hold: a whole number, 0 for no limit.',
  ).optional(),
  JOINS_PER_ADDRESS: wholeNumber(
    0,
    1_000_000,
    'is how many wallets without holdings may join from one address in an hour: a whole number, 0 for no limit.',
  ).optional(),
  METRICS_PORT: wholeNumber(
    0,
    65_535,
    'is a whole number from 0 to 65535, such as 9464.',
  ).optional(),
  METRICS_HOST: host().default('127.0.0.1'),
  LIVE_TICK_MS: wholeNumber(
    1,
    10_000,
    'is a whole number of milliseconds from 1 to 10000, such as 50.',
  ).default(50),
  DRAIN_NOTICE_MS: wholeNumber(
    0,
    2500,
    'is a whole number of milliseconds from 0 to 2500, such as 1500.',
  ).optional(),
  IPFS_GATEWAY: url(
    ['http:', 'https:'],
    'is the http(s) address that an IPFS path is put behind, such as https://ipfs.io/ipfs/.',
  )
    .transform((text) => (text.endsWith('/') ? text : `${text}/`))
    .default('https://ipfs.io/ipfs/'),
  NATIONAL_MARKETPLACE: marketplace().optional(),
  CULTURAL_MARKETPLACE: marketplace().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `is one of ${LOG_LEVELS.join(', ')}.` }).optional(),
};

/** The variables' names, for their documentation. */
const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES);

const CONTRACT_VARIABLES = ['DENA_ADDRESS', 'NATIONAL_NFT_ADDRESS', 'CULTURAL_NFT_ADDRESS'];
const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_ORIGIN',
  'SESSION_SECRET',
  'ETH_RPC_URL',
  ...CONTRACT_VARIABLES,
];

type Environment = Readonly<Record<string, string | undefined>>;

/** Those that may hold any character. */
const SECRET_VARIABLES = ['SESSION_SECRET', 'MONGODB_URI', 'ETH_RPC_URL'];

/**
 * The process's environment, with a `.env` file in the working directory as the fallback.
 * @throws ConfigError
 */
function environment(): Environment {
  if (!existsSync('.env')) return process.env;
  const names = { names: VARIABLE_NAMES, secrets: SECRET_VARIABLES };
  const { values, problems } = readEnvFile(readFileSync('.env', 'utf8'), names);
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...values, ...process.env };
}

/**
 * Reads the configuration from the environment.
 * @throws ConfigError naming every bad or missing variable with its remedy.
 */
export function loadConfig(mode: 'production', env?: Environment): Config;
export function loadConfig(mode: Mode, env?: Environment): DevelopmentConfig;
export function loadConfig(mode: Mode, env: Environment = environment()): DevelopmentConfig {
  const given = Object.fromEntries(
    VARIABLE_NAMES.map((name) => [name, env[name]?.trim() || undefined]),
  );
  const parsed = z.object(VARIABLES).safeParse(given);
  const problems = [
    ...(parsed.error ? problemsIn(parsed.error) : []),
    ...problemsBetween(mode, given),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const values = parsed.data;
  const inProduction = (limit: number) => (mode === 'production' ? limit : 0);
  return {
    mode,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    mongodbUri: values.MONGODB_URI ?? null,
    ethRpcUrls: values.ETH_RPC_URL ?? null,
    chainPollMs: values.CHAIN_POLL_MS ?? DEFAULT_CHAIN_POLL_MS[mode],
    chainCompareMs: values.CHAIN_COMPARE_MS,
    contracts: contractsOf(values),
    sessionSecret: values.SESSION_SECRET ?? null,
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    trustProxyHops: values.TRUST_PROXY_HOPS,
    walletProof: values.WALLET_PROOF,
    socketsPerAddress: values.SOCKETS_PER_ADDRESS ?? inProduction(PRODUCTION_SOCKETS_PER_ADDRESS),
    joinsPerAddress: values.JOINS_PER_ADDRESS ?? inProduction(PRODUCTION_JOINS_PER_ADDRESS),
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    liveTickMs: values.LIVE_TICK_MS,
    drainNoticeMs: values.DRAIN_NOTICE_MS ?? DEFAULT_DRAIN_NOTICE_MS[mode],
    ipfsGateway: values.IPFS_GATEWAY,
    marketplaces: {
      national: values.NATIONAL_MARKETPLACE ?? DEFAULT_MARKETPLACE[mode],
      cultural: values.CULTURAL_MARKETPLACE ?? DEFAULT_MARKETPLACE[mode],
    },
    logLevel: values.LOG_LEVEL ?? DEFAULT_LOG_LEVEL[mode],
  };
}

/** Where a game is kept: in the database if one is named, otherwise in the directory. */
export type Place = Pick<Settings, 'dataDir' | 'mongodbUri'>;

/** The place that the environment names, whatever else it contains. @throws ConfigError */
export function placeOfGame(env: Environment = environment()): Place {
  const { DATA_DIR, MONGODB_URI } = VARIABLES;
  const given = (name: string) => env[name]?.trim() || undefined;
  const parsed = z
    .object({ DATA_DIR, MONGODB_URI })
    .safeParse({ DATA_DIR: given('DATA_DIR'), MONGODB_URI: given('MONGODB_URI') });
  if (!parsed.success) throw new ConfigError(problemsIn(parsed.error));
  return { dataDir: parsed.data.DATA_DIR, mongodbUri: parsed.data.MONGODB_URI ?? null };
}

function problemsIn({ issues }: z.ZodError): string[] {
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/** Checks across variables: what the mode requires, and which ones conflict. */
function problemsBetween(mode: Mode, given: Environment): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !given[name]);
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
  if (given['WALLET_PROOF'] === 'off') {
    if (mode === 'production') {
      problems.push('WALLET_PROOF: cannot be off in production, where wallets must be proven.');
    } else if (given['HOST'] && !isLoopback(given['HOST'])) {
      problems.push(
        'WALLET_PROOF: cannot be off while HOST is reachable by others. Set HOST to 127.0.0.1.',
      );
    }
  }
  return problems;
}

function contractsOf(values: {
  readonly DENA_ADDRESS?: Address | undefined;
  readonly NATIONAL_NFT_ADDRESS?: Address | undefined;
  readonly CULTURAL_NFT_ADDRESS?: Address | undefined;
}): DevelopmentConfig['contracts'] {
  const { DENA_ADDRESS, NATIONAL_NFT_ADDRESS, CULTURAL_NFT_ADDRESS } = values;
  if (!DENA_ADDRESS || !NATIONAL_NFT_ADDRESS || !CULTURAL_NFT_ADDRESS) return null;
  return {
    dena: DENA_ADDRESS,
    nationalNft: NATIONAL_NFT_ADDRESS,
    culturalNft: CULTURAL_NFT_ADDRESS,
  };
}

/** Whether an npm script started this process, through a shell. */
export function isRunByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/** What can be read of a MongoDB connection string; with several hosts it is not a URL. */
const SCHEME = String.raw`^mongodb(?:\+srv)?:\/\/`;
const PASSWORD = new RegExp(`${SCHEME}[^/@]*?:([^/@]*)@`);
const CREDENTIALS = new RegExp(`${SCHEME}(.*)@`);

/** As it is written, in percent-encoding; null if there is none. */
export function passwordOf(uri: string): string | null {
  return PASSWORD.exec(uri)?.[1] ?? null;
}

/**
 * Whether its user or password, which end at the last @, has a character of the address itself, where only %XX
 * may stand.
 */
export function hasBarePassword(uri: string): boolean {
  const [, credentials = ''] = CREDENTIALS.exec(uri) ?? [];
  return /[/?#@]|:.*:|%(?![0-9A-Fa-f]{2})/.test(credentials);
}
