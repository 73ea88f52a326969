/** Names of players as nobody should have them: for every format that shows names. */
import type { Change } from '../../../common/rules/decision.ts';

export const HOSTILE_NAMES = [
  "=cmd|' /C calc'!A0",
  '+1+1.eth',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r\n=1+1',
  'a,"b",c.eth',
  ']]></title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'one\r\ntwo\r\nEND:VCALENDAR',
  `${'x'.repeat(76)}.eth`,
  '\u202egnp.eth',
  '\u0001\u0008\uffff.eth',
  'אבג.eth',
  '__CSP_NONCE__.eth',
  '\\n;,\\',
] as const;

/** The same change by a wallet of this name. */
export function named(change: Change, name: string): Change {
  const event = { ...change.event, row: { ...change.event.row, name } };
  return { ...change, player: { ...change.player, name }, event };
}
