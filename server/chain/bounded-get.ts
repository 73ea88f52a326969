/**
 * An HTTP GET of a token's metadata: limited in time, redirects and size, also of what is
 * decompressed. Private addresses are refused when the name is resolved, so that neither a redirect
 * nor a DNS answer that changes between check and use leads into the private network.
 */
import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { timeoutSignal } from '../lib/machine.ts';
import { MetadataUnusable } from './chain.ts';

export interface GetLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Only in development: its own metadata is served from this machine. */
  readonly allowPrivateHosts: boolean;
}

const MAX_REDIRECTS = 3;
const IS_PRIVATE = 'is at a private address';

/** Some hosts compress for callers that did not ask for it. */
const DECOMPRESS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (!first) return callback(new MetadataUnusable(IS_PRIVATE), '', 0);
    if (options.all) return callback(null, open);
    return callback(null, first.address, first.family);
  });
};

/**
 * The body of a GET, decompressed.
 * @throws MetadataUnusable if it is too large, or the URL or a redirect leads to a private address;
 * Error for anything else but a complete 200 within the limits.
 */
export async function boundedGet(url: string, limits: GetLimits): Promise<Buffer> {
  const signal = timeoutSignal(limits.timeoutMs);
  let target = new URL(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await open(target, limits, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      target = new URL(headers.location, target);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new Error(`${target.host} answered ${statusCode}`);
    }
    return decompressed(response, await readBody(response, limits.maxBytes), limits.maxBytes);
  }
  throw new Error(`${target.host} redirects too often`);
}

function open(url: URL, limits: GetLimits, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`${url.protocol} is not supported`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is never looked up, so it is checked here.
  if (!limits.allowPrivateHosts && isIP(host) !== 0 && isPrivateAddress(host)) {
    throw new MetadataUnusable(IS_PRIVATE);
  }
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      // Some hosts refuse callers that don't name themselves.
      headers: {
        accept: 'application/json, */*;q=0.5',
        'accept-encoding': 'identity',
        'user-agent': 'Denaria',
      },
      ...(limits.allowPrivateHosts ? {} : { lookup: publicLookup }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

export function tooLarge(maxBytes: number, cause?: Error): MetadataUnusable {
  return new MetadataUnusable(`is larger than ${Math.floor(maxBytes / 1024)} KiB`, { cause });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('the answer was cut off');
  return Buffer.concat(chunks);
}

async function decompressed(
  { headers }: IncomingMessage,
  body: Buffer,
  maxBytes: number,
): Promise<Buffer> {
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (coding === 'identity') return body;
  const decompress = DECOMPRESS.get(coding);
  if (!decompress) throw new Error('an unknown content coding');
  try {
    return await decompress(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooLarge(maxBytes, error);
  }
}

/** Which addresses are not on the public internet. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}

/** IPv6 reaches only global unicast (2000::/3), without the parts of it that embed IPv4. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');
const WRAPPED_IPV4 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  WRAPPED_IPV4.addSubnet(network, prefix, 'ipv6');
}

/** True if an IP address is not on the public internet. */
export function isPrivateAddress(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return PRIVATE.check(ip, 'ipv4');
    case 6:
      return !GLOBAL_IPV6.check(ip, 'ipv6') || WRAPPED_IPV4.check(ip, 'ipv6');
    default:
      return true;
  }
}
