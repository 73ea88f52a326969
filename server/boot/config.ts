/**
 * The only reader of `process.env`. Every variable is parsed here once, before anything starts; each bad or
 * missing one is reported with its remedy and stops the start. `npm run docs` makes .env.example and the table of
 * docs/operating.md from what is said of each here. Longer than other files, since the variables are one list.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { addressSchema } from '../../common/values/address.ts';
import { isLoopback } from '../../common/values/loopback.ts';
import { readEnvFile } from './env-file.ts';
import { objectionToSecret, objectionToSecrets } from './session-secret.ts';

export type Mode = 'development' | 'production' | 'test';

/** If no chain is configured, development starts one and fills in where it is. */
export type DevelopmentConfig = Readonly<ReturnType<typeof settingsOf>>;

/** Everything that a server needs to start. */
export type Config = DevelopmentConfig & {
  readonly [Key in 'ethRpcUrls' | 'contracts']: NonNullable<DevelopmentConfig[Key]>;
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

/** What is not the same in every mode. */
const ON_A_MACHINE = {
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
    ...ON_A_MACHINE,
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
  test: { ...ON_A_MACHINE, ...OPENSEA, LOG_LEVEL: 'silent' },
} as const satisfies Readonly<Record<Mode, object>>;

function wholeNumber(min: number, max: number, remedy: string) {
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, { error: remedy })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: remedy });
}

function milliseconds(min: number, max: number, example: number) {
  const remedy = `is a whole number of milliseconds from ${min} to ${max}, such as ${example}.`;
  return wholeNumber(min, max, remedy);
}

/** 0: any free one. */
function port(example: number) {
  return wholeNumber(0, 65_535, `is a whole number from 0 to 65535, such as ${example}.`);
}

function most(what: string) {
  return wholeNumber(0, 1_000_000, `is how many ${what}: a whole number, 0 for no limit.`);
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

/** The collection's page on OpenSea, no marketplace at all, or a URL. */
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

const ORIGIN_REMEDY = 'is the one origin that players open, such as https://play.example.org.';

/** All variables, by name. An empty one counts as absent. */
export const VARIABLES = {
  PORT: port(3000)
    .default(3000)
    .describe('The port of the pages, the API and the sockets. 0 takes any free one.'),
  HOST: host()
    .default('127.0.0.1')
    .describe(
      'The address to listen on. 127.0.0.1 is reachable only from this machine, 0.0.0.0 from everywhere.',
    ),
  PUBLIC_ORIGIN: url(['http:', 'https:'], ORIGIN_REMEDY)
    .transform((text) => new URL(text))
    .refine((parsed) => parsed.href === `${parsed.origin}/`, {
      error: `${ORIGIN_REMEDY} Leave out its path.`,
    })
    .transform((parsed) => parsed.origin)
    .optional()
    .describe(
      'The one origin that players open. Requests, sockets and sign-ins of any other are refused. Development accepts every loopback address.',
    ),
  TRUST_PROXY_HOPS: wholeNumber(
    0,
    16,
    'is how many proxies stand in front of the server: a whole number from 0 to 16.',
  )
    .default(0)
    .describe(
      'How many proxies in front append to X-Forwarded-For. Limits count by the resulting address: too low and all players share one limit, too high and players can invent addresses.',
    ),
  SESSION_SECRET: z
    .string()
    .transform((text): [string, ...string[]] => {
      const [first = '', ...others] = text.split(',').map((part) => part.trim());
      return [first, ...others];
    })
    .superRefine((secrets, context) => {
      const message = objectionToSecrets(secrets);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'Signs the session cookies: 32 bytes or more, without a comma, the same for every process (`openssl rand -hex 32`). To change it, `new,old` signs by the first and accepts both (docs/operating.md). One with few different characters, or made of a repeated part, is refused. Development makes one and keeps it in DATA_DIR.',
    ),
  LEDGER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, {
      error: 'is 64 hexadecimal digits, in lower case: make one with `openssl rand -hex 32`.',
    })
    .superRefine((text, context) => {
      const message = objectionToSecret(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'Signs the ledger, by which anyone can check the game (docs/ledger.md): 32 random bytes as hexadecimal digits (`openssl rand -hex 32`), the same for every process. Keep it for good, and apart from the database. Without it production keeps no ledger. Development makes one and keeps it in DATA_DIR.',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('Where the embedded store keeps its files. One process at a time may use it.'),
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
    .optional()
    .describe(
      'A database of a MongoDB replica set, instead of the embedded store. Several processes may share it. At the start the server waits 8 s for the set, or serverSelectionTimeoutMS of the string. Options that durability depends on may not say anything else than the server does (w=1, journal=false, readConcernLevel=local, readPreference=secondary, retryWrites=false …). In a user or password, write / ? # @ : % as %2F %3F %23 %40 %3A %25.',
    ),
  ETH_RPC_URL: endpoints()
    .optional()
    .describe(
      'JSON-RPC endpoints of Ethereum Mainnet: http, https, ws or wss, separated by commas, the preferred one first. A plan must allow eth_call, eth_getLogs and 30,000 calls a day for an idle game.',
    ),
  REHEARSAL: z
    .literal('1', { error: 'is 1, or left out.' })
    .optional()
    .describe(
      "1 plays for trial on a chain that is not Mainnet: a development chain or a test network, which production refuses otherwise. PUBLIC_ORIGIN is then this machine's own or ends in .test, and every page says that it is a rehearsal.",
    ),
  DENA_ADDRESS: addressSchema.optional().describe('The DENA token (ERC-20).'),
  NATIONAL_NFT_ADDRESS: addressSchema
    .optional()
    .describe('The collection of national NFTs (ERC-1155).'),
  CULTURAL_NFT_ADDRESS: addressSchema
    .optional()
    .describe('The collection of cultural NFTs (ERC-1155).'),
  CHAIN_POLL_MS: milliseconds(100, 60_000, 4000)
    .optional()
    .describe("The pause between two looks at the chain's head, in milliseconds."),
  CHAIN_COMPARE_MS: milliseconds(1000, 86_400_000, 300_000)
    .default(300_000)
    .describe(
      'The time in which the holdings of all stakers are compared with the chain once, in milliseconds. 500 wallets take two calls.',
    ),
  IPFS_GATEWAY: url(
    ['http:', 'https:'],
    'is the http(s) address that an IPFS path is put behind, such as https://ipfs.io/ipfs/.',
  )
    .transform((text) => (text.endsWith('/') ? text : `${text}/`))
    .default('https://ipfs.io/ipfs/')
    .describe('Where ipfs:// metadata and pictures of NFTs are read from.'),
  NATIONAL_MARKETPLACE: marketplace()
    .optional()
    .describe(
      "Where players buy national NFTs: 'opensea' (its page of the collection), 'none', which hides the link, or an http(s) address.",
    ),
  CULTURAL_MARKETPLACE: marketplace().optional().describe('The same for cultural NFTs.'),
  WALLET_PROOF: z
    .enum(['required', 'off'], { error: "is either 'required' or 'off'." })
    .default('required')
    .describe(
      "'required': acting for a wallet needs its signature. 'off' serves the bare API for experiments, on a loopback HOST only; production refuses it.",
    ),
  SOCKETS_PER_ADDRESS: most('sockets one address may hold')
    .optional()
    .describe(
      'How many sockets one address (IPv6: one /64) may hold at each process; 0 is no limit. Twice as many may be opened a minute. Everyone behind one NAT or VPN shares it.',
    ),
  JOINS_PER_ADDRESS: most('wallets without holdings may join from one address in an hour')
    .optional()
    .describe(
      'How many wallets without any of the three assets may choose a nation from one address (IPv6: one /64; its /56 has four times as many, its /48 sixteen times) within an hour; 0 is no limit.',
    ),
  LIVE_TICK_MS: milliseconds(1, 10_000, 50)
    .default(50)
    .describe(
      'For how many milliseconds changes of the ranking are batched before they are pushed.',
    ),
  DRAIN_NOTICE_MS: milliseconds(0, 2500, 1500)
    .optional()
    .describe(
      "For how many milliseconds a process that is told to stop keeps taking calls, while /readyz answers 503. Make it longer than the balancer's probe interval; 2500 at most.",
    ),
  METRICS_PORT: port(9464)
    .optional()
    .describe(
      'The separate port where Prometheus scrapes GET /metrics. Production serves them nowhere else; development also on PORT. 0 takes any free one.',
    ),
  METRICS_HOST: host().default('127.0.0.1').describe('The address of that port.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `is one of ${LOG_LEVELS.join(', ')}.` })
    .optional()
    .describe(`How much is logged: ${LOG_LEVELS.join(', ')}.`),
};
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

/** Those that may hold any character, and each of which may come from the file that its name with _FILE behind says. */
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

/** The values of these variables, or of the files that they are in; an empty one counts as absent. @throws ConfigError */
function given(names: readonly string[], env: Environment): Environment {
  const problems: string[] = [];
  const textOf = (name: string) => env[name]?.trim() || undefined;
  const values = names.map((name) => {
    const text = textOf(name);
    const path = SECRET_VARIABLES.includes(name) ? textOf(fileOf(name)) : undefined;
    if (path === undefined) return [name, text];
    if (text === undefined) return [name, secretIn(path, fileOf(name), problems)];
    problems.push(`${name}, ${fileOf(name)}: set one of them, not both.`);
    return [name, undefined];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values);
}

/** @param problems gets a sentence if there is none. */
function secretIn(path: string, variable: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') problems.push(`${variable}: ${path} is empty. Put the secret into it.`);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push(
      `${variable}: ${path} can't be read: ${reason}. Check that the file is there, and that this user may read it.`,
    );
    return undefined;
  }
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

/** Where a game is kept, whatever else the environment contains. @throws ConfigError */
export function placeOfGame(env: Environment = environment()) {
  const { DATA_DIR, MONGODB_URI } = VARIABLES;
  const variables = { DATA_DIR, MONGODB_URI };
  const parsed = z.object(variables).safeParse(given(Object.keys(variables), env));
  if (!parsed.success) throw new ConfigError(problemsIn(parsed.error));
  return { dataDir: parsed.data.DATA_DIR, mongodbUri: parsed.data.MONGODB_URI ?? null };
}

/** Where a game is kept, and who signs its ledger. @throws ConfigError */
export function placeOfLedger(env: Environment = environment()) {
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

/** What can be read of a MongoDB connection string; with several hosts it is not a URL. */
const SCHEME = String.raw`^mongodb(?:\+srv)?:\/\/`;
const PASSWORD = new RegExp(`${SCHEME}[^/@]*?:([^/@]*)@`);
const CREDENTIALS = new RegExp(`${SCHEME}(.*)@`);

/** As it is written, in percent-encoding; null if there is none. */
function passwordOf(uri: string): string | null {
  return PASSWORD.exec(uri)?.[1] ?? null;
}

/**
 * Whether its user or password, which end at the last @, has a character of the address itself, where only %XX
 * may stand.
 */
function hasBarePassword(uri: string): boolean {
  const [, credentials = ''] = CREDENTIALS.exec(uri) ?? [];
  return /[/?#@]|:.*:|%(?![0-9A-Fa-f]{2})/.test(credentials);
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
