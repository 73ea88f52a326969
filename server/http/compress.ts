/** The content codings of answers. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip' | 'identity';

/** At these levels both take about 3 ms for a thousand rows; Brotli's output is a tenth smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, { readonly level: number }, Buffer>(gzip);

/** Compresses a body, on another thread. */
export const COMPRESS: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => zip(body, { level: GZIP_LEVEL }),
  identity: (body) => Promise.resolve(body),
};
