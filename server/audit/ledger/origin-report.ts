/** Formats what an audit from outside found, as lines to print. */
import { toBase64 } from '../../../common/ledger/note.ts';
import { number } from '../words.ts';
import type { OriginFindings } from './audit-origin.ts';

/** How many claims are listed; the rest are only counted. */
const LISTED = 50;

export function originReport(from: string, found: OriginFindings, ms: number): string[] {
  const { checkpoint, keyId, players, answers, weeks, backed, seen } = found;
  const { notCompared, continued, claims } = found;
  const { origin, size, root } = checkpoint;
  return [
    `Read ${from} in ${(ms / 1000).toFixed(1)} s: the log ${origin}, signed by the key ${keyId}.`,
    `  leaves  ${number(size)}, the root ${toBase64(root)}`,
    `  players ${number(players)}, recomputed by the rules from their first commit on`,
    `  answers ${number(answers)}, each as of its own leaf; final weeks ${number(weeks)}`,
    ...(backed === null
      ? ['  Balances were not compared: name an endpoint of your own with --rpc.']
      : [
          `  stakes  of ${number(backed.players)} players are held on chain now, by the contracts that the game names:`,
          ...Object.entries(backed.contracts).map(([name, at]) => `          ${name} ${at}`),
        ]),
    ...(seen > 0 ? [`  seen    ${number(seen)} checkpoints that others kept`] : []),
    ...notCompared.map((what) => `  Not compared: ${what}`),
    ...claims.slice(0, LISTED).map((what) => `  Only its operator says: ${what}`),
    ...(claims.length > LISTED ? [`  … and ${number(claims.length - LISTED)} more`] : []),
    ...(continued
      ? [
          `It continues ${continued.origin}, which had ${number(continued.size)} leaves: ${number(continued.missing)} of its commits are missing. Its operator says why: ${continued.why}`,
          'The continued log, what its origin shows and the rules agree.',
        ]
      : ['The log, what its origin shows and the rules agree.']),
    ...(notCompared.length > 0
      ? ['Its past could not be compared with every checkpoint: the audit is not finished.']
      : []),
  ];
}
