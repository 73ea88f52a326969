/**
 * GET /ledger/…: the files of C2SP tlog-tiles, the key that signs them, and where a rev is among
 * the leaves.
 */
import type { Express } from 'express';
import { ledgerIndexCall } from '../../../common/protocol/ledger.ts';
import { parseTilePath, TILE_WIDTH } from '../../../common/ledger/tree.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AppParts } from '../app-parts.ts';
import { READS } from '../cors.ts';
import { Problem } from '../problem.ts';
import { sharedRoute, type Route } from '../route.ts';
import { chargeLongAnswers, sendCompressed } from '../send.ts';
import type { SharedWork } from '../shared-work.ts';

/** A full tile never changes; a part of one is soon part of a longer one. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_MINUTE = 'public, max-age=60';
const FOR_A_SECOND = 'public, max-age=1';

export function ledgerRoutes({ ledger, board }: AppParts): Route[] {
  return [
    sharedRoute(ledgerIndexCall, async ({ params: { rev } }) => {
      const n = await requireLedger(ledger).indexOf(rev, board.rev);
      if (n === 'behind') {
        throw new Problem('behind', 'The ledger has not come that far. Ask again in a moment.', {
          'Retry-After': '2',
        });
      }
      if (n === 'unknown') {
        throw new Problem('not-found', 'No commit is at that rev: send one that an answer names.');
      }
      return { status: 200, body: { n } };
    }),
  ];
}

/** @throws Problem if there is none. */
function requireLedger(ledger: Ledger | null): Ledger {
  if (ledger) return ledger;
  throw new Problem('no-ledger', 'This server keeps no ledger: its operator has set no key.');
}

interface File {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly caching: string;
}

const TEXT = 'text/plain; charset=utf-8';
const TILE = /^\/tile\/(entries|0|[1-9]\d?)\/(.+)$/;

export function mountLedger(
  app: Express,
  { ledger, budget, trustProxyHops }: Pick<AppParts, 'ledger' | 'budget' | 'trustProxyHops'>,
  sharedWork: SharedWork,
): void {
  const chargeLong = chargeLongAnswers({ budget, trustProxyHops });

  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 hands rejections on itself.
  app.use('/ledger', async (request, response) => {
    const log = requireLedger(ledger);
    if (!READS.has(request.method)) {
      const only = { Allow: 'GET, HEAD' };
      throw new Problem('method-not-allowed', 'This address only answers GET, HEAD.', only);
    }
    const file = await sharedWork(request, () => fileAt(log, request.path));
    if (!file) return;
    chargeLong(request, response, { bytes: file.bytes.length, isReady: false });
    response.set('Cache-Control', file.caching);
    await sendCompressed(request, response, Buffer.from(file.bytes), file.type);
  });
}

/** @throws Problem if there is none; LedgerStopped, StoreUnavailable */
async function fileAt(log: Ledger, path: string): Promise<File> {
  if (path === '/checkpoint') {
    const note = await log.checkpoint();
    if (note !== null) return text(note, FOR_A_SECOND);
    throw new Problem(
      'not-found',
      'The ledger has no checkpoint yet: the first one comes within 5 s of the first commit.',
    );
  }
  // As the checkpoint: both change where another log goes on.
  if (path === '/key') return text(`${await log.key()}\n`, FOR_A_SECOND);
  const [, level = '', rest = ''] = TILE.exec(path) ?? [];
  const tile = parseTilePath(rest);
  const bytes =
    tile &&
    (level === 'entries'
      ? await log.entries(tile.index, tile.width)
      : await log.tile({ level: Number(level), ...tile }));
  if (!tile || !bytes) {
    throw new Problem(
      'not-found',
      'The ledger has no such file. Ask for the tiles of a checkpoint, as C2SP tlog-tiles names them.',
    );
  }
  const caching = tile.width === TILE_WIDTH ? FOR_EVER : FOR_A_MINUTE;
  return { bytes, type: 'application/octet-stream', caching };
}

function text(of: string, caching: string): File {
  return { bytes: Buffer.from(of), type: TEXT, caching };
}
