/**
 * The variables: what each may be, its default, and what is said of it, of which `npm run docs`
 * makes .env.example.
 */
import { z } from 'zod';
import { addressSchema } from '../../common/values/address.ts';
import { objectionToSecret, objectionToSecrets } from './session-secret.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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

/** `addressSchema` in words that fit a contract. */
function contract() {
  return z
    .string()
    .refine((text) => addressSchema.safeParse(text).success, {
      error:
        'is the address of a contract: 0x followed by 40 hexadecimal digits, all in lower case or with the checksum of EIP-55. Copy it again.',
      abort: true,
    })
    .pipe(addressSchema);
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
      'A database of a MongoDB replica set, instead of the embedded store. Several processes may share it. At the start the server waits 8 s for the set, or serverSelectionTimeoutMS of the string. Options that durability depends on may not say anything else than the server does (w=1, journal=false, readConcernLevel=local, readPreference=secondary, retryWrites=false …), and what would not work is refused by name (maxPoolSize=1, compressors other than zlib, uuidRepresentation …). In a user or password, write / ? # @ : % as %2F %3F %23 %40 %3A %25.',
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
  DENA_ADDRESS: contract().optional().describe('The DENA token (ERC-20).'),
  NATIONAL_NFT_ADDRESS: contract()
    .optional()
    .describe('The collection of national NFTs (ERC-1155).'),
  CULTURAL_NFT_ADDRESS: contract()
    .optional()
    .describe('The collection of cultural NFTs (ERC-1155).'),
  CHAIN_POLL_MS: milliseconds(100, 60_000, 4000)
    .optional()
    .describe("The pause between two looks at the chain's head, in milliseconds."),
  CHAIN_COMPARE_MS: milliseconds(1000, 900_000, 300_000)
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
/** What can be read of a MongoDB connection string; with several hosts it is not a URL. */
const SCHEME = String.raw`^mongodb(?:\+srv)?:\/\/`;
const PASSWORD = new RegExp(`${SCHEME}[^/@]*?:([^/@]*)@`);
const CREDENTIALS = new RegExp(`${SCHEME}(.*)@`);

/** As it is written, in percent-encoding; null if there is none. */
export function passwordOf(uri: string): string | null {
  return PASSWORD.exec(uri)?.[1] ?? null;
}

/**
 * Whether its user or password, which end at the last @, has a character of the address itself,
 * where only %XX may stand.
 */
function hasBarePassword(uri: string): boolean {
  const [, credentials = ''] = CREDENTIALS.exec(uri) ?? [];
  return /[/?#@]|:.*:|%(?![0-9A-Fa-f]{2})/.test(credentials);
}
