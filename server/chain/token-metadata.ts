/**
 * An ERC-1155 token's metadata (EIP-1155 JSON), wherever its URI points: http(s), IPFS and Arweave
 * through gateways, data:, or the JSON itself. The URI is untrusted, so reading it is limited in
 * time, size and redirects, and reaches no private address unless development allows it.
 */
import { z } from 'zod';
import { boundedGet, tooLarge, type GetLimits } from './bounded-get.ts';
import { MetadataUnusable } from './chain.ts';

export interface MetadataOptions extends GetLimits {
  /** Where ipfs:// is read from; ends with a slash. */
  readonly ipfsGateway: string;
}

const MAX_IMAGE_DATA_URI_CHARS = 64 * 1024;

/** How exporters write that there are none. */
const NO_ATTRIBUTES = z.union([z.null(), z.literal(''), z.strictObject({})]);

/**
 * EIP-1155's metadata JSON, whose fields are all optional; `attributes` as marketplaces read them.
 */
const metadataSchema = z.object({
  name: z.string().max(500).catch(''),
  image: z.string().catch(''),
  attributes: z
    .array(z.unknown())
    .or(NO_ATTRIBUTES.transform(() => []))
    .optional(),
});

/** Fields that hosts put into an answer about a failure. */
const FAILURE_FIELDS = ['error', 'errors', 'message', 'code', 'status', 'statusCode', 'success'];

const attributeSchema = z.object({
  trait_type: z.string(),
  value: z.union([z.number(), z.string().transform(figureIn)]),
});

/**
 * Reads the metadata behind a token's URI.
 * @throws MetadataUnusable if it never can be; any other error if it may be read later.
 */
export async function readTokenMetadata(uri: string, tokenId: bigint, options: MetadataOptions) {
  // EIP-1155: {id} stands for the id as 64 lower-case hex digits.
  const located = uri.trim().replaceAll('{id}', tokenId.toString(16).padStart(64, '0'));
  const json = await jsonAt(located, options);
  if (!isOfToken(json)) {
    if (saysFailure(json)) throw new Error('the host reports a failure');
    throw new MetadataUnusable('does not describe a token');
  }
  const metadata = metadataSchema.safeParse(json);
  if (!metadata.success) throw new MetadataUnusable('has attributes that are not a list');
  const { name, image, attributes = [] } = metadata.data;
  return {
    name,
    imageUrl: imageUrl(image, options.ipfsGateway),
    attributes: attributes.flatMap((attribute) => {
      const parsed = attributeSchema.safeParse(attribute);
      return parsed.success ? [{ trait: parsed.data.trait_type, value: parsed.data.value }] : [];
    }),
  };
}

async function jsonAt(uri: string, options: MetadataOptions): Promise<unknown> {
  const isInPlace = uri.startsWith('{') || /^data:/i.test(uri);
  const texts = isInPlace ? textsIn(uri) : [await fetched(uri, options)];
  if ((texts[0]?.length ?? 0) > options.maxBytes) throw tooLarge(options.maxBytes);
  for (const text of texts) {
    try {
      return JSON.parse(text);
    } catch {
      // The next one may be JSON.
    }
  }
  // Hosts answer with a page, or with nothing, while they fail.
  if (!isInPlace && /^\s*(?:<|$)/.test(texts.join(''))) throw new Error('not JSON, but a page');
  throw new MetadataUnusable('is not valid JSON');
}

async function fetched(uri: string, options: MetadataOptions): Promise<string> {
  const url = gatewayUrl(uri, options.ipfsGateway);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new MetadataUnusable('has an address that is none of http, https, ipfs, ar and data');
  }
  return textOf(await boundedGet(url, options));
}

/** What a URI that is JSON itself, or data: (RFC 2397), may mean, the likeliest first. */
function textsIn(uri: string): string[] {
  if (uri.startsWith('{')) return [uri];
  const [, type = '', body = ''] = /^data:([^,]*),(.*)$/is.exec(uri) ?? [];
  const unescaped = body.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    textOf(Buffer.from(escapes.replaceAll('%', ''), 'hex')),
  );
  if (/;\s*base64\s*$/i.test(type)) return [textOf(Buffer.from(unescaped, 'base64'))];
  // Many contracts escape nothing, whatever the standard says.
  return unescaped === body ? [body] : [unescaped, body];
}

/**
 * The text of JSON: UTF-8, or UTF-16, which shows in a byte order mark or in the zero beside its
 * first character.
 */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  const isBigEndian = first === 0 || (first === 0xfe && second === 0xff);
  const isLittleEndian = second === 0 || (first === 0xff && second === 0xfe);
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * '250', '250 km²', '0.25x' and '0,25' as numbers; a comma before three digits separates thousands.
 */
function figureIn(text: string): number {
  const [, whole = '', rest = ''] = /^\s*([+-]?\d+),(\d+)/.exec(text) ?? [];
  if (rest === '') return Number.parseFloat(text);
  const isThousands = rest.length === 3 && Number(whole) !== 0;
  return Number(isThousands ? whole + rest : `${whole}.${rest}`);
}

function isOfToken(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return 'attributes' in json || 'image' in json || ('name' in json && !saysFailure(json));
}

/** Some hosts report failures, such as too many requests, with a 200: that is not metadata. */
function saysFailure(json: unknown): boolean {
  return typeof json === 'object' && json !== null && FAILURE_FIELDS.some((field) => field in json);
}

/** A CID as IPFS writes it: version 0, or version 1 in base 32. */
const CID = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,})(?:\/|$)/;

/**
 * Maps what is on IPFS to its gateway (ipfs://CID/path, ipfs://ipfs/CID/path, /ipfs/CID/path,
 * CID/path), and ar:// to Arweave's; returns anything else unchanged.
 */
function gatewayUrl(uri: string, gateway: string): string {
  const [, onIpfs] = /^(?:ipfs:\/\/(?:ipfs\/)?|\/?ipfs\/)(.+)$/i.exec(uri) ?? [];
  if (onIpfs !== undefined) return gateway + onIpfs;
  if (CID.test(uri)) return gateway + uri;
  const [, onArweave] = /^ar:\/\/(.+)$/i.exec(uri) ?? [];
  return onArweave === undefined ? uri : `https://arweave.net/${onArweave}`;
}

/** Only what a page may load as an image: never a script, never a path on this server. */
function imageUrl(image: string, gateway: string): string {
  const url = gatewayUrl(image.trim(), gateway);
  if (/^data:image\/(svg\+xml|png|jpeg|gif|webp|avif)[;,]/i.test(url)) {
    return url.length <= MAX_IMAGE_DATA_URI_CHARS ? url : '';
  }
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : '';
}
