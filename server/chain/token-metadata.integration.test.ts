import { createServer, type Server } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { MetadataUnusable } from './chain.ts';
import { isPrivateAddress } from './bounded-get.ts';
import { readTokenMetadata, type MetadataOptions } from './token-metadata.ts';

const METADATA = {
  name: 'Italy',
  image: 'ipfs://cid/italy.png',
  attributes: [
    { trait_type: 'Territory', value: 320 },
    { trait_type: 'Production', value: '0.30x' },
    { trait_type: 'Epoch' },
    'noise',
  ],
};

const TEXT = JSON.stringify(METADATA);
const LARGE = JSON.stringify({ name: 'x'.repeat(200_000) });
const BODIES = new Map<string, Buffer>([
  ['/bom', Buffer.from(`\uFEFF${TEXT}`)],
  ['/utf-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['/utf-16be', Buffer.from(TEXT, 'utf16le').swap16()],
  ['/gzip', gzipSync(TEXT)],
  ['/br', brotliCompressSync(TEXT)],
  // A few hundred bytes, until they are decompressed.
  ['/gzip-large', gzipSync(LARGE)],
  ['/br-large', brotliCompressSync(LARGE)],
]);

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/hang') return;
    if (path === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
    if (path === '/moved') return void response.writeHead(301, { location: '/1.json' }).end();
    if (path === '/large') return void response.end(JSON.stringify({ name: 'x'.repeat(200_000) }));
    if (path === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      return void setTimeout(() => response.destroy(), 20);
    }
    if (path === '/page') return void response.end('<!doctype html><title>Busy</title>');
    if (path === '/named') {
      const isNamed = request.headers['user-agent'] !== undefined;
      return void response.writeHead(isNamed ? 200 : 403).end(isNamed ? TEXT : '');
    }
    const body = BODIES.get(path);
    if (body) {
      const [, coding] = /^\/(gzip|br)/.exec(path) ?? [];
      if (coding) response.setHeader('Content-Encoding', coding);
      return void response.end(body);
    }
    if (path === '/text') return void response.end('no metadata here');
    if (path === '/limited') return void response.end('{"error":"too many requests"}');
    if (path === '/list') return void response.end('[]');
    if (path === '/404') return void response.writeHead(404).end(JSON.stringify(METADATA));
    if (path === '/500') return void response.writeHead(500).end();
    response.end(JSON.stringify({ ...METADATA, path }));
  });
  base = `http://127.0.0.1:${await listening(server)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function options(parts: Partial<MetadataOptions> = {}): MetadataOptions {
  return {
    ipfsGateway: `${base}/ipfs/`,
    allowPrivateHosts: true,
    timeoutMs: 20_000,
    maxBytes: 100_000,
    ...parts,
  };
}

const expected = {
  name: 'Italy',
  attributes: [
    { trait: 'Territory', value: 320 },
    { trait: 'Production', value: 0.3 },
  ],
};

describe('[NFT1] a token’s metadata is read', () => {
  test.each(['/named', '/bom', '/utf-16', '/utf-16be', '/gzip', '/br'])(
    'from a host that sends %s',
    async (path) => {
      expect(await readTokenMetadata(base + path, 2n, options())).toMatchObject(expected);
    },
  );

  const CID_0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPBdG';
  const CID_1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  test.each([`/ipfs/${CID_1}/2`, `ipfs/${CID_0}`, CID_0, `${CID_1}/2.json`, 'IPFS://ipfs/cid'])(
    'from IPFS at %s',
    async (uri) => {
      expect(await readTokenMetadata(` ${uri}\n`, 2n, options())).toMatchObject(expected);
    },
  );

  const PERCENT = TEXT.replace('Italy', '100% Italy');
  test.each([
    ['as the uri itself', TEXT],
    ['raw', `data:application/json;utf8,${TEXT}`],
    ['raw with a percent sign', `data:application/json,${PERCENT}`],
    ['with escaped quotes', `DATA:application/json,${TEXT.replaceAll('"', '%22')}`],
    ['escaped base64', `data:;base64,${encodeURIComponent(Buffer.from(TEXT).toString('base64'))}`],
  ])('in place, %s', async (_how, uri) => {
    const { attributes } = await readTokenMetadata(uri, 2n, options());
    expect(attributes).toEqual(expected.attributes);
  });

  test.each([null, {}, ''])('with attributes %j: it has none', async (attributes) => {
    const uri = JSON.stringify({ name: 'x', attributes });
    expect(await readTokenMetadata(uri, 1n, options())).toMatchObject({ attributes: [] });
  });

  test.each([
    ['0,25', 0.25],
    ['0,250', 0.25],
    ['250,0 km²', 250],
    ['1,250', 1250],
    ['0.3x', 0.3],
  ])('and a value %j is %d', async (value, figure) => {
    const uri = JSON.stringify({ attributes: [{ trait_type: 'Production', value }] });
    expect((await readTokenMetadata(uri, 1n, options())).attributes).toEqual([
      { trait: 'Production', value: figure },
    ]);
  });

  test.each(['/1.json', '/moved'])('over http: %s', async (path) => {
    expect(await readTokenMetadata(base + path, 2n, options())).toEqual({
      ...expected,
      imageUrl: `${base}/ipfs/cid/italy.png`,
    });
  });

  test('with {id} as 64 hex digits (EIP-1155)', async () => {
    const uri = `data:application/json,{"name":"{id}"}`;
    expect((await readTokenMetadata(uri, 31n, options())).name).toBe('1f'.padStart(64, '0'));
  });

  test.each([
    ['javascript:alert(1)', ''],
    ['/api/session', ''],
    ['data:text/html,<script>', ''],
    [`data:image/png;base64,${'A'.repeat(70_000)}`, ''],
    ['data:image/svg+xml,<svg/>', 'data:image/svg+xml,<svg/>'],
    ['https://example.test/a.png', 'https://example.test/a.png'],
    ['ar://cid/a.png', 'https://arweave.net/cid/a.png'],
    [42, ''],
  ])('and an image %j is shown as %j', async (image, shown) => {
    const uri = `data:application/json,${encodeURIComponent(JSON.stringify({ image }))}`;
    expect((await readTokenMetadata(uri, 1n, options())).imageUrl).toBe(shown);
  });
});

/** What is wrong for good with the metadata at a uri; null if it may be read later. */
async function defectOf(uri: string, limits: Partial<MetadataOptions> = {}) {
  const error: unknown = await readTokenMetadata(uri, 1n, options(limits)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error instanceof MetadataUnusable ? error.defect : null;
}

describe('[NFT1] metadata that can’t be read', () => {
  test.each(['/hang', '/loop', '/broken', '/page', '/limited', '/404', '/500'])(
    'may be read later: %s',
    async (path) => {
      expect(await defectOf(base + path, path === '/hang' ? { timeoutMs: 200 } : {})).toBeNull();
    },
  );

  test.each([
    '{"message":"Too Many Requests"}',
    '{"success":false,"code":503,"name":"ServiceUnavailable"}',
  ])('may be read later if its host reports a failure, whatever its status: %s', async (json) => {
    expect(await defectOf(json)).toBeNull();
  });

  test.each(['/large', '/gzip-large', '/br-large', `data:,{"name":"${'x'.repeat(100_000)}"}`])(
    'never is if it is too large (%#)',
    async (uri) => {
      expect(await defectOf(uri.startsWith('/') ? base + uri : uri)).toBe('is larger than 97 KiB');
    },
  );

  test.each(['/text', '/list'])('never is if it is something else: %s', async (path) => {
    expect(await defectOf(base + path)).toMatch(/^(is not valid JSON|does not describe a token)$/);
  });

  test.each(['ftp://example.test/1', 'file:///etc/passwd', 'nonsense', ''])(
    'never is at %j',
    async (uri) => {
      expect(await defectOf(uri)).toBe(
        'has an address that is none of http, https, ipfs, ar and data',
      );
    },
  );

  test.each(['{}', '{"name":"x","attributes":"oops"}', '{"name":', 'data:nothing', 'data:,null'])(
    'never is if it is malformed: %s',
    async (uri) => {
      expect(await defectOf(uri)).toEqual(expect.any(String));
    },
  );
});

describe('in production no private address is reached', () => {
  const production = { allowPrivateHosts: false };

  test('by its number, its name or an ipfs gateway', async () => {
    const { port } = new URL(base);
    for (const uri of [
      base,
      `http://localhost:${port}/1.json`,
      `http://[::1]:${port}/`,
      'ipfs://cid',
    ]) {
      expect(await defectOf(uri, production)).toBe('is at a private address');
    }
  });

  test.each([
    ['127.0.0.1', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['0.0.0.0', true],
    ['100.64.0.1', true],
    ['::1', true],
    ['fe80::1', true],
    ['::ffff:127.0.0.1', true],
    ['64:ff9b::7f00:1', true],
    ['2002:7f00:1::', true],
    ['not an address', true],
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['2606:4700::1111', false],
  ])('%s is private: %s', (ip, isPrivate) => {
    expect(isPrivateAddress(ip)).toBe(isPrivate);
  });
});
