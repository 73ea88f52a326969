/**
 * An ERC-1155 token's metadata (EIP-1155 JSON), wherever its URI points: http(s), ipfs:// through a
 * gateway, data:. The URI is untrusted, so reading it is limited in time, size and redirects, and reaches
 * no private address unless development allows it.
 */
import { z } from 'zod';
import type { TokenAttribute } from '../../common/values/token.ts';
import { boundedGet, type GetLimits } from './bounded-get.ts';

export interface TokenMetadata {
  readonly name: string;
  /** http(s) or a data: image; empty if there is none that a page may show. */
  readonly imageUrl: string;
  readonly attributes: readonly TokenAttribute[];
}

export interface MetadataOptions extends GetLimits {
  /** Where ipfs:// is read from; ends with a slash. */
  readonly ipfsGateway: string;
}

const MAX_IMAGE_DATA_URI_CHARS = 64 * 1024;

/** EIP-1155's metadata JSON, whose fields are all optional; `attributes` as marketplaces read them. */
const metadataSchema = z.object({
  name: z.string().max(500).catch(''),
  image: z.string().catch(''),
  attributes: z.array(z.unknown()).optional(),
});

/** Fields that hosts put into an answer about a failure. */
const FAILURE_FIELDS = ['error', 'errors', 'message', 'code', 'status', 'statusCode', 'success'];

const attributeSchema = z.object({
  trait_type: z.string(),
  // '250', '250 km²' and 250 are the same figure.
  value: z.union([z.number(), z.string().transform((text) => Number.parseFloat(text))]),
});

/**
 * Reads the metadata behind a token's URI.
 * @throws Error with a cause if it can't be read or is not metadata; callers continue without it.
 */
export async function readTokenMetadata(
  uri: string,
  tokenId: bigint,
  options: MetadataOptions,
): Promise<TokenMetadata> {
  // EIP-1155: {id} stands for the id as 64 lower-case hex digits.
  const located = uri.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'));
  const text = located.startsWith('data:')
    ? dataUriText(located, options.maxBytes)
    : await boundedGet(gatewayUrl(located, options.ipfsGateway), options);
  const json: unknown = JSON.parse(text);
  if (!isOfToken(json)) throw new Error('JSON that does not describe a token');
  const { name, image, attributes = [] } = metadataSchema.parse(json);
  return {
    name,
    imageUrl: imageUrl(image, options.ipfsGateway),
    attributes: attributes.flatMap((attribute) => {
      const parsed = attributeSchema.safeParse(attribute);
      return parsed.success ? [{ trait: parsed.data.trait_type, value: parsed.data.value }] : [];
    }),
  };
}

/** Some hosts report failures, such as too many requests, with a 200: that is not metadata. */
function isOfToken(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if ('attributes' in json || 'image' in json) return true;
  return 'name' in json && !FAILURE_FIELDS.some((field) => field in json);
}

/** Maps ipfs://CID/path (also ipfs://ipfs/CID/path) to the gateway; returns anything else unchanged. */
function gatewayUrl(uri: string, gateway: string): string {
  const match = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri);
  return match ? `${gateway}${match[1]}` : uri;
}

/** The text of a data: URI (RFC 2397). */
function dataUriText(uri: string, maxBytes: number): string {
  const match = /^data:([^,]*),(.*)$/s.exec(uri);
  if (!match || uri.length > maxBytes * 2) throw new Error('not a data: URI of an acceptable size');
  const [, type = '', body = ''] = match;
  return /;\s*base64\s*$/i.test(type)
    ? Buffer.from(body, 'base64').toString('utf8')
    : decodeURIComponent(body);
}

/** Only what a page may load as an image: never a script, never a path on this server. */
function imageUrl(image: string, gateway: string): string {
  const url = gatewayUrl(image, gateway);
  if (/^data:image\/(svg\+xml|png|jpeg|gif|webp|avif)[;,]/i.test(url)) {
    return url.length <= MAX_IMAGE_DATA_URI_CHARS ? url : '';
  }
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : '';
}
