/**
 * An HTTP GET of an untrusted URL: limited in time, redirects and size, also of what is decompressed. Private addresses are refused when
 * the name is resolved, so that neither a redirect nor a DNS answer that changes between check and use
 * leads into the private network.
 */
import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { timeoutSignal } from '../lib/machine.ts';
import { isPrivateAddress } from './private-address.ts';

export interface GetLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Only in development: its own metadata is served from this machine. */
  readonly allowPrivateHosts: boolean;
}

/** The URL, or a redirect, leads to an address that is not on the public internet. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** The body is longer than `maxBytes`. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

const MAX_REDIRECTS = 3;

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
    if (!first) return callback(new PrivateAddress(`${hostname} is a private address`), '', 0);
    if (options.all) return callback(null, open);
    return callback(null, first.address, first.family);
  });
};

/**
 * The body of a GET, decompressed.
 * @throws PrivateAddress, BodyTooLarge; Error for anything else but a complete 200 within the limits.
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
    throw new PrivateAddress(`${host} is a private address`);
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

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    chunks.push(bytes);
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
    throw new BodyTooLarge(`more than ${maxBytes} bytes, decompressed`, { cause: error });
  }
}
