import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder, removeDataFolder } from '../test/support/data-folder.ts';
import { ConfigError, loadConfig, placeOfGame, secretsOf, type Mode } from './config.ts';

const PRODUCTION = {
  PUBLIC_ORIGIN: 'https://play.example.org',
  SESSION_SECRET: 'a secret that is long enough to sign by',
  ETH_RPC_URL: 'https://rpc.example.org/key',
  DENA_ADDRESS: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  NATIONAL_NFT_ADDRESS: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  CULTURAL_NFT_ADDRESS: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
};

function problemsOf(mode: Mode, env: Record<string, string>): readonly string[] {
  try {
    loadConfig(mode, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  test('[CAL9] reads what production requires', () => {
    expect(loadConfig('production', PRODUCTION)).toMatchObject({
      publicOrigin: 'https://play.example.org',
      ethRpcUrls: ['https://rpc.example.org/key'],
      chainPollMs: 4000,
      chainCompareMs: 300_000,
      contracts: { dena: '0x5FbDB2315678afecb367f032d93F642f64180aa3' },
      drainNoticeMs: 1500,
      socketsPerAddress: 2000,
      joinsPerAddress: 120,
      marketplaces: { national: 'opensea', cultural: 'opensea' },
      metricsPort: null,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
    });
  });

  test('lists what must not be shown: every key and password, no host', () => {
    const config = loadConfig('production', {
      ...PRODUCTION,
      ETH_RPC_URL:
        'https://rpc.example.org/mainnet/v3/0123456789abcdef/?token=fedcba%2B9876543210&chain=1, wss://user-key:pass-key@other.example.org/ws-key',
      MONGODB_URI: 'mongodb://denaria:p%40ssword@one:27017,two:27017/denaria?replicaSet=rs0',
    });
    expect(secretsOf(config)).toEqual([
      PRODUCTION.SESSION_SECRET,
      'p%40ssword',
      // As they are in the URL, and as a node may quote them.
      '0123456789abcdef',
      'fedcba%2B9876543210',
      'fedcba+9876543210',
      'ws-key',
      'user-key',
      'pass-key',
    ]);
    expect(secretsOf(loadConfig('production', PRODUCTION))).toEqual([PRODUCTION.SESSION_SECRET]);
  });

  test.each(Object.keys(PRODUCTION))('names %s if it is missing in production', (name) => {
    const problems = problemsOf('production', { ...PRODUCTION, [name]: ' ' });
    expect(problems).toEqual([
      `${name}: is required in production. .env.example says what to put there.`,
    ]);
  });

  test.each([
    ['PORT', '65536'],
    ['HOST', 'not a host'],
    ['MONGODB_URI', 'localhost:27017'],
    ['MONGODB_URI', 'mongodb://localhost:27017/?replicaSet=rs0'],
    ['MONGODB_URI', 'mongodb://denaria:p/ss@localhost/denaria'],
    ['MONGODB_URI', 'mongodb://denaria:p%ss@localhost/denaria'],
    ['ETH_RPC_URL', 'ftp://localhost:8545'],
    ['ETH_RPC_URL', 'https://rpc.example.org,'],
    ['CHAIN_POLL_MS', '99'],
    ['CHAIN_COMPARE_MS', '999'],
    ['DENA_ADDRESS', '0x5FbDB2315678afecb367f032d93F642f64180aA3'],
    ['NATIONAL_NFT_ADDRESS', '0x12'],
    ['SESSION_SECRET', 'too short'],
    ['SESSION_SECRET', '0123456789abcdef'.repeat(2)],
    ['REHEARSAL', 'yes'],
    ['PUBLIC_ORIGIN', 'play.example.org'],
    ['PUBLIC_ORIGIN', 'https://play.example.org/game'],
    ['TRUST_PROXY_HOPS', '1.5'],
    ['SOCKETS_PER_ADDRESS', '-1'],
    ['DRAIN_NOTICE_MS', '9000'],
    ['WALLET_PROOF', 'maybe'],
    ['LIVE_TICK_MS', '0'],
    ['NATIONAL_MARKETPLACE', 'https://me:secret@market.example.org'],
    ['CULTURAL_MARKETPLACE', 'javascript:alert(1)'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s and names it', (name, value) => {
    const problems = problemsOf('production', { ...PRODUCTION, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: .{10,}`));
    expect(problems[0]).not.toContain('wallet address');
  });

  test('takes what the Kubernetes manifests set', () => {
    const path = join(import.meta.dirname, '../../deploy/kubernetes/denaria.yaml');
    const [, data = ''] = /^data:\n((?: {2}.+\n)+)/m.exec(readFileSync(path, 'utf8')) ?? [];
    const lines = data.matchAll(/^ {2}(?<name>[A-Z_]+): '?(?<value>[^'\n]+)/gm);
    const set = Object.fromEntries(
      Array.from(lines, ({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']),
    );
    expect(Object.keys(set)).toContain('DRAIN_NOTICE_MS');
    expect(problemsOf('production', { ...PRODUCTION, ...set })).toEqual([]);
  });

  test('takes a new session secret and the old one, and shows neither', () => {
    const SESSION_SECRET = `another secret that is long enough , ${PRODUCTION.SESSION_SECRET}`;
    const config = loadConfig('production', { ...PRODUCTION, SESSION_SECRET });
    const secrets = ['another secret that is long enough', PRODUCTION.SESSION_SECRET];
    expect(config.sessionSecrets).toEqual(secrets);
    expect(secretsOf(config)).toEqual(secrets);
  });

  describe('with secrets in files', () => {
    const { SESSION_SECRET, ETH_RPC_URL, ...others } = PRODUCTION;
    let folder: string;
    beforeEach(async () => {
      folder = await newDataFolder();
    });
    afterEach(() => removeDataFolder(folder));
    const inFile = (name: string, text: string | Buffer) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };

    test('reads each from its file, without the line’s end', () => {
      const values = {
        SESSION_SECRET,
        ETH_RPC_URL,
        LEDGER_KEY: '0123456789abcdef0123456789abcdeF'
          .toLowerCase()
          .padEnd(64, '123456789abcdef0a'),
        MONGODB_URI: 'mongodb://denaria:secret@localhost/denaria',
      };
      const files = Object.fromEntries(
        Object.entries(values).map(([name, text]) => [`${name}_FILE`, inFile(name, `${text}\r\n`)]),
      );
      const inEnvironment = loadConfig('production', { ...others, ...values });
      expect(loadConfig('production', { ...others, ...files })).toEqual(inEnvironment);
      expect(placeOfGame(files).mongodbUri).toBe(values.MONGODB_URI);
    });

    test('refuses one that can’t be read, is empty, wrong, or beside the value itself', () => {
      const problems = (env: Record<string, string>) =>
        problemsOf('production', { ...others, SESSION_SECRET, ...env });
      const file = inFile('url', ETH_RPC_URL);
      expect(problems({ ETH_RPC_URL_FILE: file })).toEqual([]);
      expect(problems({ ETH_RPC_URL_FILE: file, ETH_RPC_URL })).toEqual([
        'ETH_RPC_URL, ETH_RPC_URL_FILE: set one of them, not both.',
      ]);
      expect(problems({ ETH_RPC_URL_FILE: join(folder, 'nowhere') })).toEqual([
        expect.stringMatching(/^ETH_RPC_URL_FILE: .*nowhere can't be read: .*Check that/),
      ]);
      expect(problems({ ETH_RPC_URL_FILE: folder })).toEqual([
        expect.stringMatching(/^ETH_RPC_URL_FILE: .* can't be read/),
      ]);
      expect(problems({ ETH_RPC_URL_FILE: inFile('empty', ' \n') })).toEqual([
        expect.stringMatching(/^ETH_RPC_URL_FILE: .*empty is empty/),
      ]);
      expect(problems({ ETH_RPC_URL_FILE: inFile('wrong', 'ftp://a.example.org') })).toEqual([
        expect.stringMatching(/^ETH_RPC_URL: is the http/),
      ]);
    });

    const secret = 'f00dfeed8badf00d5ca1ab1edeadbeef0123456789abcdef0fedcba987654321';
    const base64 = (text: string) => Buffer.from(text).toString('base64');

    test.each([
      ['in quotes', `"${secret}"`, /quotation marks/],
      ['as NAME=value', `SESSION_SECRET=${secret}\n`, /its name before it/],
      ['as JSON', `{"SESSION_SECRET": "${secret}"}`, /its name before it/],
      ['in base64', base64(`${secret}\n`), /base64 of a text\. Decode it/],
      ['in UTF-16', Buffer.from(`\uFEFF${secret}`, 'utf16le'), /not UTF-8 text.*UTF-16/],
      ['as bytes', Buffer.from(secret.repeat(2), 'hex'), /not UTF-8 text/],
      ['with an invisible character', `${secret}\u200b`, /invisible character/],
    ])('refuses one %s, with the cause and without the secret', (_, written, problem) => {
      const env = { SESSION_SECRET_FILE: inFile('written', written), ETH_RPC_URL };
      const problems = problemsOf('production', { ...others, ...env });
      expect(problems).toEqual([expect.stringMatching(/^SESSION_SECRET_FILE: .*written /)]);
      expect(problems.join()).toMatch(problem);
      expect(problems.join()).not.toContain(secret.slice(0, 8));
    });

    test.each([
      ['hexadecimal digits', secret],
      ['random bytes in base64', Buffer.from(secret, 'hex').toString('base64')],
      ['a sentence', 'it\'s "quoted" here and = there: a sentence'],
      ['a new one and the old one', `${secret},${Buffer.from(secret, 'hex').toString('base64')}`],
    ])('takes %s', (_, written) => {
      const env = { SESSION_SECRET_FILE: inFile('written', written), ETH_RPC_URL };
      expect(problemsOf('production', { ...others, ...env })).toEqual([]);
    });
  });

  test('accepts several endpoints of the chain, and names each invalid one by its position', () => {
    const ETH_RPC_URL = 'https://a.example.org/key , wss://b.example.org,http://127.0.0.1:8545';
    expect(loadConfig('production', { ...PRODUCTION, ETH_RPC_URL }).ethRpcUrls).toEqual([
      'https://a.example.org/key',
      'wss://b.example.org',
      'http://127.0.0.1:8545',
    ]);
    const problems = problemsOf('production', {
      ...PRODUCTION,
      ETH_RPC_URL: 'https://a.example.org/secret-key,b.example.org,ftp://c.example.org',
    });
    expect(problems).toEqual([
      expect.stringMatching(/^ETH_RPC_URL: endpoint 2 of 3 is not /),
      expect.stringMatching(/^ETH_RPC_URL: endpoint 3 of 3 is not /),
    ]);
    expect(problems.join()).not.toContain('secret-key');
  });

  test.each([
    ['http://localhost:3000', true],
    ['https://play.denaria.test:8443', true],
    ['https://play.example.org', false],
    ['https://localhost.example.org', false],
  ])('a rehearsal at %s: %s', (PUBLIC_ORIGIN, isAllowed) => {
    const env = { ...PRODUCTION, PUBLIC_ORIGIN, REHEARSAL: '1' };
    expect(problemsOf('production', env)).toEqual(
      isAllowed ? [] : [expect.stringMatching(/^REHEARSAL: .*\.test/)],
    );
    if (isAllowed) expect(loadConfig('production', env).isRehearsal).toBe(true);
    expect(loadConfig('production', PRODUCTION).isRehearsal).toBe(false);
  });

  test('normalises an origin with a trailing slash or capitals', () => {
    const config = loadConfig('production', {
      ...PRODUCTION,
      PUBLIC_ORIGIN: 'HTTPS://Play.Example.org:443/',
    });
    expect(config.publicOrigin).toBe('https://play.example.org');
  });

  test('never serves unproven wallets in production', () => {
    expect(problemsOf('production', { ...PRODUCTION, WALLET_PROOF: 'off' })).toEqual([
      'WALLET_PROOF: cannot be off in production, where wallets must be proven.',
    ]);
  });

  test('never serves unproven wallets to other machines', () => {
    expect(problemsOf('development', { WALLET_PROOF: 'off', HOST: '0.0.0.0' })).toHaveLength(1);
    expect(loadConfig('development', { WALLET_PROOF: 'off' }).walletProof).toBe('off');
    expect(problemsOf('development', { WALLET_PROOF: 'off', HOST: '::1' })).toEqual([]);
  });

  test('requires all three contracts or none', () => {
    const { DENA_ADDRESS } = PRODUCTION;
    expect(problemsOf('development', { DENA_ADDRESS })).toEqual([
      'NATIONAL_NFT_ADDRESS: is missing. Set all three contract addresses, or none of them.',
      'CULTURAL_NFT_ADDRESS: is missing. Set all three contract addresses, or none of them.',
    ]);
  });

  test('accepts .env.example unchanged', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const set = Object.fromEntries(
      [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(loadConfig('development', set)).toEqual(loadConfig('development', {}));
  });
});
