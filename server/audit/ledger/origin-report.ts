/** Formats what an audit from outside found, as lines to print. */
import { toBase64 } from '../../../common/ledger/note.ts';
import { formatCount } from '../../../common/values/figures.ts';
import type { OriginFindings } from './audit-origin.ts';

/** How many claims are listed; the rest are only counted. */
const LISTED = 50;

export function originReport(from: string, found: OriginFindings, ms: number): string[] {
  const { checkpoint, keyId, players, answers, weeks, backed, seen } = found;
  const { notCompared, continued, claims, untold } = found;
  const { origin, size, root } = checkpoint;
  return [
    `Read ${from} in ${(ms / 1000).toFixed(1)} s: the log ${origin}, signed by the key ${keyId}.`,
    `  leaves  ${formatCount(size)}, the root ${toBase64(root)}`,
    `  players ${formatCount(players)}, recomputed by the rules from their first commit on`,
    `  answers ${formatCount(answers)}, each as of its own leaf; final weeks ${formatCount(weeks)}`,
    ...(backed === null
      ? ['  Balances were not compared: name an endpoint of your own with --rpc.']
      : [
          `  stakes  of ${formatCount(backed.players)} players are held on chain now, by the contracts that the game names:`,
          ...Object.entries(backed.contracts).map(([name, at]) => `          ${name} ${at}`),
        ]),
    ...(seen > 0 ? [`  seen    ${formatCount(seen)} checkpoints that others kept`] : []),
    ...notCompared.map((what) => `  Not compared: ${what}`),
    ...untold.map((what) => `  Can’t be told: ${what}.`),
    ...claims.slice(0, LISTED).map((what) => `  Only its operator says: ${what}`),
    ...(claims.length > LISTED ? [`  … and ${formatCount(claims.length - LISTED)} more`] : []),
    ...(continued
      ? [
          `It continues ${continued.origin}, which had ${formatCount(continued.size)} leaves: ${formatCount(continued.missing)} of its commits are missing. Its operator says why: ${continued.why}`,
          'The continued log, what its origin shows and the rules agree.',
        ]
      : ['The log, what its origin shows and the rules agree.']),
    ...(notCompared.length > 0
      ? ['Its past could not be compared with every checkpoint: the audit is not finished.']
      : []),
  ];
}
