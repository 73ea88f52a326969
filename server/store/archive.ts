/**
 * A whole data set, for moving it from one store to another: the game's port, which knows one wallet at a
 * time, has no operations for that. Servers are stopped meanwhile.
 */
import { createHash } from 'node:crypto';
import type { Address } from '../../common/values/address.ts';
import type { EventDraft } from '../../common/values/stored-event.ts';
import type { Epoch } from '../../common/values/ids.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake } from '../../common/values/stake.ts';
import { wallNow } from '../lib/machine.ts';
import { eventDocument, playerDocument, stakeDocument } from './documents.ts';
import type { Receipt } from './store.ts';

/** The parts of a data set. Nonces and leases live for minutes, and are not moved. */
export interface Parts {
  readonly players: Player;
  readonly stakes: Stake;
  /** `version`: of the player that its commit made. */
  readonly events: { readonly version: number; readonly event: EventDraft };
  readonly receipts: Receipt & { readonly wallet: Address };
  readonly settings: { readonly name: string; readonly value: string };
  /** `expiresAt`: machine time in ms after which it may be forgotten. */
  readonly revoked_tokens: { readonly tokenId: string; readonly expiresAt: number };
  readonly session_epochs: { readonly wallet: Address; readonly epoch: number };
  readonly past: {
    readonly kind: string;
    readonly at: number;
    /** Of the last commit that it includes; its rev is specific to each store. Null: it names none. */
    readonly number: number | null;
    readonly document: string;
  };
}

export type PartName = keyof Parts;

/** In the order they are moved. */
export const PART_NAMES = [
  'players',
  'stakes',
  'events',
  'receipts',
  'settings',
  'revoked_tokens',
  'session_epochs',
  'past',
] as const;

export interface DataSetState {
  readonly epoch: Epoch;
  /** The epoch of the data set that was moved here; null if none was. */
  readonly origin: string | null;
  /** 'incomplete': a move into it has not finished. */
  readonly state: 'complete' | 'incomplete';
  /** No commit has ever been made. */
  readonly isEmpty: boolean;
}

export interface Archive {
  /** A readable name for its place, without a password. */
  readonly name: string;
  state(): Promise<DataSetState>;
  /**
   * A part in batches: events in the order of their revs, everything else by key; of the receipts and
   * revoked tokens, only those that have not expired by `aliveAt` (machine time, ms).
   */
  read<Name extends PartName>(part: Name, aliveAt: number): AsyncIterable<readonly Parts[Name][]>;
  /** Clears everything and marks the data set as incomplete. */
  begin(origin: Epoch): Promise<void>;
  /** Adds to a part. Events must come in order, and get this order here. */
  write<Name extends PartName>(part: Name, rows: readonly Parts[Name][]): Promise<void>;
  /** Makes it a data set of its own, which a server may open. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A move that is refused or failed: what is wrong, then what to do about it. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

export type PartDigest = Readonly<
  Record<PartName, { readonly count: number; readonly sha256: string }>
>;

/** Called to report progress; `count` of a part's rows are done. */
export type Progress = (step: string, part: PartName, count: number) => void;

export type MoveResult = { readonly moved: boolean; readonly digest: PartDigest };

/**
 * Copies the source into the target and compares the two. May be repeated: an interrupted move starts over,
 * a complete one changes nothing.
 * @throws MoveRefused
 */
export async function move(
  source: Archive,
  target: Archive,
  progress: Progress,
): Promise<MoveResult> {
  const from = await source.state();
  const to = await target.state();
  if (from.state === 'incomplete') {
    throw new MoveRefused(
      `${source.name} is itself the target of a move that has not finished. Repeat that one first.`,
    );
  }
  if (from.epoch === to.epoch) {
    throw new MoveRefused(`${source.name} and ${target.name} are one data set. Name two.`);
  }
  if (to.state === 'complete' && !to.isEmpty) {
    const digest = to.origin === from.epoch ? await agreed(source, target, progress) : null;
    if (digest) return { moved: false, digest };
    throw new MoveRefused(
      `${target.name} already holds another game, or this one with changes made after the move. Name an empty directory or database.`,
    );
  }
  await target.begin(from.epoch);
  const startedAt = wallNow();
  for (const part of PART_NAMES) await copy(part, source, target, startedAt, progress);
  const digest = await agreed(source, target, progress);
  if (!digest) {
    throw new MoveRefused(
      `${target.name} does not hold what ${source.name} holds. Stop every Denaria that uses one of them, then run the move again.`,
    );
  }
  await target.finish();
  return { moved: true, digest };
}

async function copy(
  part: PartName,
  source: Archive,
  target: Archive,
  aliveAt: number,
  progress: Progress,
): Promise<void> {
  let count = 0;
  for await (const rows of source.read(part, aliveAt)) {
    await target.write(part, rows);
    count += rows.length;
    progress('copying', part, count);
  }
}

/** Compares as of a minute ahead: rows that expire during the comparison may be gone from one side only. */
const EXPIRY_MARGIN_MS = 60_000;

/** The contents that both agree on; null if they differ. */
async function agreed(
  source: Archive,
  target: Archive,
  progress: Progress,
): Promise<PartDigest | null> {
  const aliveAt = wallNow() + EXPIRY_MARGIN_MS;
  const ours = await digestOf(source, aliveAt, (part, n) => progress('reading again', part, n));
  const theirs = await digestOf(target, aliveAt, (part, n) => progress('comparing', part, n));
  const isSame = PART_NAMES.every(
    (part) => ours[part].count === theirs[part].count && ours[part].sha256 === theirs[part].sha256,
  );
  return isSame ? theirs : null;
}

async function digestOf(
  archive: Archive,
  aliveAt: number,
  progress: (part: PartName, count: number) => void,
): Promise<PartDigest> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ties a part's rows to their canonical form
  const digestPart = async <Name extends PartName>(part: Name) => {
    const hash = createHash('sha256');
    let count = 0;
    for await (const rows of archive.read(part, aliveAt)) {
      for (const row of rows) hash.update(`${JSON.stringify(CANONICAL[part](row))}\n`);
      count += rows.length;
      progress(part, count);
    }
    return { count, sha256: hash.digest('hex') };
  };
  return {
    players: await digestPart('players'),
    stakes: await digestPart('stakes'),
    events: await digestPart('events'),
    receipts: await digestPart('receipts'),
    settings: await digestPart('settings'),
    revoked_tokens: await digestPart('revoked_tokens'),
    session_epochs: await digestPart('session_epochs'),
    past: await digestPart('past'),
  };
}

/** What both sides must agree on, field by field; an event's rev is specific to each store. */
const CANONICAL: { readonly [Name in PartName]: (row: Parts[Name]) => unknown } = {
  players: (player) => playerDocument.encode(player),
  stakes: (stake) => stakeDocument.encode(stake),
  events: ({ version, event }) => [version, eventDocument.encode(event)],
  receipts: ({ wallet, commandId, fingerprint, answer, expiresAt }) => [
    wallet,
    commandId,
    fingerprint,
    answer,
    expiresAt,
  ],
  settings: ({ name, value }) => [name, value],
  revoked_tokens: ({ tokenId, expiresAt }) => [tokenId, expiresAt],
  session_epochs: ({ wallet, epoch }) => [wallet, epoch],
  past: ({ kind, at, number, document }) => [kind, at, number, document],
};
