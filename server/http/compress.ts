/** The content codings of answers. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { elsewhere } from '../lib/machine.ts';

export type Coding = 'br' | 'gzip' | 'identity';

/** At these levels both take about 3 ms for a thousand rows; Brotli's output is a tenth smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, { readonly level: number }, Buffer>(gzip);

/** Compresses a body, on another thread. */
export const COMPRESS: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    elsewhere(() =>
      brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
    ),
  gzip: (body) => elsewhere(() => zip(body, { level: GZIP_LEVEL })),
  identity: (body) => Promise.resolve(body),
};

/** Best first. */
const CODINGS = ['br', 'gzip'] as const;

/**
 * Which coding a client prefers (RFC 9110, §12.5.3): the best of ours that is named; '*' is ignored, since such
 * a client may not know how to decode any of them.
 */
export function codingFor(accepted = ''): Coding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return CODINGS.find((coding) => (weights.get(coding) ?? 0) > 0) ?? 'identity';
}
