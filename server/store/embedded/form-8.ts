/** Form 8's tables as its stream reads them (forms.ts), frozen: release 1.0.0 wrote them. */
import type { PartTable } from './tables.ts';

export const FORM_8: Readonly<Record<string, PartTable>> = {
  players: { columns: 'wallet, document', key: 'wallet' },
  stakes: { columns: 'wallet, id, document', key: 'wallet, id' },
  events: { columns: 'wallet, rev, document', key: 'rev' },
  receipts: {
    columns: 'wallet, command_id, fingerprint, answer, expires_at',
    key: 'wallet, command_id',
    isThere: 'expires_at > ?',
  },
  settings: { columns: 'name, value', key: 'name' },
  sessions: {
    columns: 'id, wallet, kind, network, signed_in_at, last_used_at, expires_at, device',
    key: 'id',
    isThere: 'expires_at > ?',
  },
  past: { columns: 'kind, at, nullif(number, 0), document', key: 'kind, at' },
  acts: { columns: 'number, document', key: 'number' },
  refusals: {
    columns: 'wallet, what, count, expires_at',
    key: 'wallet, what',
    isThere: 'expires_at > ?',
  },
};
