/** Form 8's tables as its stream reads them (forms.ts), frozen: release 1.0.0 wrote them. */

/** How a stream's part is read. */
export interface PartTable {
  /** As its rows list them. */
  readonly columns: string;
  /** By which it is ordered. */
  readonly key: string;
}

export const FORM_8 = {
  players: { columns: 'wallet, document', key: 'wallet' },
  stakes: { columns: 'wallet, id, document', key: 'wallet, id' },
  events: { columns: 'wallet, rev, document', key: 'rev' },
  receipts: {
    columns: 'wallet, command_id, fingerprint, answer, expires_at',
    key: 'wallet, command_id',
  },
  settings: { columns: 'name, value', key: 'name' },
  sessions: {
    columns: 'id, wallet, kind, network, signed_in_at, last_used_at, expires_at, device',
    key: 'id',
  },
  past: { columns: 'kind, at, nullif(number, 0), document', key: 'kind, at' },
  acts: { columns: 'number, document', key: 'number' },
  refusals: { columns: 'wallet, what, count, expires_at', key: 'wallet, what' },
} satisfies Readonly<Record<string, PartTable>>;
