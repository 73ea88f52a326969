/**
 * An HTTP GET of an untrusted URL: limited in time, size and redirects. Private addresses are refused when
 * the name is resolved, so that neither a redirect nor a DNS answer that changes between check and use
 * leads into the private network.
 */
import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface GetLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Only in development: its own metadata is served from this machine. */
  readonly allowPrivateHosts: boolean;
}

const MAX_REDIRECTS = 3;

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

const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (!first) return callback(new Error(`${hostname} is a private address`), '', 0);
    if (options.all) return callback(null, open);
    return callback(null, first.address, first.family);
  });
};

/** The body of a GET as text. @throws Error for anything but a complete 200 within the limits. */
export async function boundedGet(url: string, limits: GetLimits): Promise<string> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
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
    return readText(response, limits.maxBytes);
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
    throw new Error(`${host} is a private address`);
  }
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      headers: { accept: 'application/json, */*;q=0.5', 'accept-encoding': 'identity' },
      ...(limits.allowPrivateHosts ? {} : { lookup: publicLookup }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(bytes);
  }
  if (!response.complete) throw new Error('the answer was cut off');
  return Buffer.concat(chunks).toString('utf8');
}
