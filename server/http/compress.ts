/** The content codings of answers. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { offThread } from '../lib/machine.ts';

export type Coding = 'br' | 'gzip' | 'identity';

/** At these levels both take about 3 ms for a thousand rows; Brotli's output is a tenth smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, { readonly level: number }, Buffer>(gzip);

/** Compresses a body, on another thread. */
export const COMPRESS: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    offThread(() =>
      brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
    ),
  gzip: (body) => offThread(() => zip(body, { level: GZIP_LEVEL })),
  identity: (body) => Promise.resolve(body),
};

/** Best first. */
const CODINGS = ['br', 'gzip'] as const;

/** How each is named in a list, with its weight (RFC 9110, §12.4.2). */
const NAMED = {
  br: /(?:^|,)[ \t]*br[ \t]*(?:;[ \t]*q=([\d.]*)[ \t]*)?(?:,|$)/i,
  gzip: /(?:^|,)[ \t]*gzip[ \t]*(?:;[ \t]*q=([\d.]*)[ \t]*)?(?:,|$)/i,
};

/** True if it is named; '*' is ignored: such a client may not know how to decode it. */
export function accepts(coding: keyof typeof NAMED, accepted = ''): boolean {
  const named = NAMED[coding].exec(accepted);
  return named !== null && Number(named[1] ?? 1) > 0;
}

/** Which coding a client prefers (RFC 9110, §12.5.3): the best of ours that it accepts. */
export function codingFor(accepted?: string): Coding {
  return CODINGS.find((coding) => accepts(coding, accepted)) ?? 'identity';
}
