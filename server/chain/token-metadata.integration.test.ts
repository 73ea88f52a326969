import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';
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
    if (path === '/text') return void response.end('no metadata here');
    if (path === '/limited') return void response.end('{"error":"too many requests"}');
    if (path === '/list') return void response.end('[]');
    if (path === '/404') return void response.writeHead(404).end(JSON.stringify(METADATA));
    if (path === '/500') return void response.writeHead(500).end();
    response.end(JSON.stringify({ ...METADATA, path }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  base = `http://127.0.0.1:${bound.port}`;
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
  test.each(['/1.json', '/moved'])('over http: %s', async (path) => {
    expect(await readTokenMetadata(base + path, 2n, options())).toEqual({
      ...expected,
      imageUrl: `${base}/ipfs/cid/italy.png`,
    });
  });

  test('through the gateway for ipfs://', async () => {
    expect(await readTokenMetadata('ipfs://cid/2.json', 2n, options())).toMatchObject(expected);
  });

  test('from data: URIs, plain and base64', async () => {
    const json = JSON.stringify(METADATA);
    const base64 = Buffer.from(json).toString('base64');
    for (const uri of [
      `data:application/json,${encodeURIComponent(json)}`,
      `data:application/json;base64,${base64}`,
    ]) {
      expect(await readTokenMetadata(uri, 2n, options())).toMatchObject(expected);
    }
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
    [42, ''],
  ])('and an image %j is shown as %j', async (image, shown) => {
    const uri = `data:application/json,${encodeURIComponent(JSON.stringify({ image }))}`;
    expect((await readTokenMetadata(uri, 1n, options())).imageUrl).toBe(shown);
  });
});

describe('unreadable metadata is an error', () => {
  test.each(['/hang', '/loop', '/large', '/broken', '/text', '/limited', '/list', '/404', '/500'])(
    '%s',
    async (path) => {
      const limits = path === '/hang' ? { timeoutMs: 200 } : {};
      await expect(readTokenMetadata(base + path, 1n, options(limits))).rejects.toThrow();
    },
  );

  test.each(['ftp://example.test/1', 'file:///etc/passwd', 'nonsense', '', 'data:nothing'])(
    '%j',
    async (uri) => {
      await expect(readTokenMetadata(uri, 1n, options())).rejects.toThrow();
    },
  );
});

describe('[NFT1] JSON that does not describe a token is not metadata, whatever its status', () => {
  test.each([
    '{}',
    '{"message":"Too Many Requests"}',
    '{"success":false,"code":503,"name":"ServiceUnavailable"}',
    '{"name":"x","attributes":null}',
    '{"name":"x","attributes":"oops"}',
    'null',
  ])('%s', async (json) => {
    const uri = `data:application/json,${json}`;
    await expect(readTokenMetadata(uri, 1n, options())).rejects.toThrow();
  });

  test('a name, a picture or attributes are enough', async () => {
    for (const json of ['{"name":"x"}', '{"image":"ipfs://x"}', '{"attributes":[]}']) {
      const read = readTokenMetadata(`data:application/json,${json}`, 1n, options());
      await expect(read).resolves.toMatchObject({ attributes: [] });
    }
  });
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
      await expect(readTokenMetadata(uri, 1n, options(production))).rejects.toThrow(/private/);
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
