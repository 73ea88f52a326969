/**
 * Checkpoints that others kept: each must be one that this log went through, or the log that it
 * continues.
 */
import { leafBytes, type Leaf } from '../../../common/ledger/leaf.ts';
import { placeOf } from '../../../common/ledger/log-reader.ts';
import {
  BadNote,
  fromBase64,
  openCheckpoint,
  parseCheckpoint,
  toBase64,
  verifierOf,
  type Checkpoint,
} from '../../../common/ledger/note.ts';
import { grown, leafHash, rootOf, sameHash, type Hash } from '../../../common/ledger/tree.ts';
import { reasonOf } from '../../lib/command.ts';
import { monotonicNow, sleep } from '../../lib/machine.ts';
import { Difference, Unfinished } from './difference.ts';
import type { PublicLog } from './public-log.ts';

/** A signed note, with where it is from: `the checkpoint 2 of seen.txt`. */
export interface SeenNote {
  readonly from: string;
  readonly note: string;
  /** True if an earlier audit kept it, which knew its key. */
  readonly isVerified?: boolean;
}

/** The notes of a file: blocks of text and signatures, or one a line, as JSON writes text. */
export function notesIn(file: string, name: string): SeenNote[] {
  const blocks = file
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (line.startsWith('"') ? textIn(line) : line))
    .join('\n')
    .matchAll(/(?:[^\n—][^\n]*\n)+\n(?:— [^\n]+(?:\n|$))+/gu);
  const notes = Array.from(blocks, ([note]) => (note.endsWith('\n') ? note : `${note}\n`));
  if (notes.length === 0) throw new Unfinished(`${name} has no signed checkpoint.`);
  return notes.map((note, i) => ({ note, from: `the checkpoint ${i + 1} of ${name}` }));
}

/**
 * @param patienceMs how long a checkpoint may be seen before every process serves it.
 * @returns what could not be compared, in words.
 * @throws Difference, Unfinished
 */
export async function checkSeen(
  log: PublicLog,
  seen: readonly SeenNote[],
  patienceMs: number,
): Promise<string[]> {
  const said: string[] = [];
  const [first] = await beginning(log);
  const [line, number] = placeOf(log.checkpoint.origin);
  for (const one of seen) {
    const checkpoint = read(one, () => parseCheckpoint(one.note));
    const { origin } = checkpoint;
    const [itsLine, itsNumber] = placeOf(origin);
    if (itsLine !== line) {
      throw new Unfinished(`${one.from} is of ${origin}, and the log of ${line}: leave it out.`);
    }
    if (itsNumber > number) {
      if (!one.isVerified) expectSigned(one, log, origin);
      throw new Difference(
        `The log was rolled back: ${one.from} is of ${origin}, and ${log.checkpoint.origin}, which came before, is served now.`,
      );
    }
    if (origin === log.checkpoint.origin) {
      expectSigned(one, log, origin);
      await checkOwn(log, one.from, checkpoint, patienceMs);
    } else if (first?.kind === 'continued' && first.origin === origin) {
      const isSigned = one.isVerified ?? isSignedBy(one.note, log, origin);
      if (isSigned) said.push(...(await checkEarlier(log, first, one.from, checkpoint)));
      else said.push(`${one.from} is signed by another key than the log that goes on.`);
    } else {
      said.push(`${one.from} is of ${origin}, from before the log that this one continues.`);
    }
  }
  return said;
}

async function checkOwn(
  log: PublicLog,
  from: string,
  { size, root }: Checkpoint,
  patienceMs: number,
): Promise<void> {
  for (const begun = monotonicNow(); size > log.checkpoint.size; await sleep(1000)) {
    await log.refresh();
    if (size <= log.checkpoint.size || monotonicNow() - begun < patienceMs) continue;
    throw new Difference(
      `The log was rolled back: ${from} has ${size} leaves, and the log has ${log.checkpoint.size} now.`,
    );
  }
  if (sameHash(await log.rootAt(size), root)) return;
  throw new Difference(
    `The log was rewritten, or shows different pasts: ${from}, signed by its key, is of other leaves than the first ${size} that are served now.`,
  );
}

/** Of the log that this one continues. @returns what could not be compared. */
async function checkEarlier(
  log: PublicLog,
  continued: Extract<Leaf, { readonly kind: 'continued' }>,
  from: string,
  { origin, size, root }: Checkpoint,
): Promise<string[]> {
  if (size > continued.size) {
    throw new Difference(
      `The log says that ${origin} had ${continued.size} leaves, and ${from} has ${size}.`,
    );
  }
  if (size === continued.size) {
    if (sameHash(root, fromBase64(continued.root) ?? new Uint8Array())) return [];
    throw new Difference(
      `The log says that ${origin} had the root ${continued.root} at ${size} leaves, and ${from} has ${toBase64(root)}.`,
    );
  }
  // The first leaf of a log that was itself continued is not in this one.
  if (placeOf(origin)[1] > 1 || size > continued.kept) {
    return [`${from} has leaves that this log does not have any more.`];
  }
  if (sameHash(await earlierRoot(log, size), root)) return [];
  throw new Difference(
    `The log says that it kept the first ${continued.kept} commits of ${origin}, and ${from} is of others.`,
  );
}

/** The root of the earlier log's first leaves: they are this one's but for their numbers. */
async function earlierRoot(log: PublicLog, size: number): Promise<Hash> {
  const hashes: Hash[] = [];
  for await (const leaf of log.leaves(1, size + 1)) {
    hashes.push(leafHash(leafBytes({ ...leaf, n: leaf.n - 1 })));
  }
  const none = () => Promise.reject(new Error('the tree is empty'));
  const { tiles } = await grown({ size: 0, tile: none }, hashes);
  const byName = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile.bytes]));
  return rootOf({
    size: hashes.length,
    tile: async ({ level, index }) => byName.get(`${level}/${index}`) ?? new Uint8Array(),
  });
}

async function beginning(log: PublicLog): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for await (const leaf of log.leaves(0, 1)) leaves.push(leaf);
  return leaves;
}

/** @throws Difference if another key signed it; Unfinished if nobody did. */
function expectSigned(one: SeenNote, log: PublicLog, origin: string): void {
  if (isSignedBy(one.note, log, origin)) return;
  const isOfKey = one.note.includes(`— ${origin} `);
  const { id } = log.verifier;
  throw isOfKey
    ? new Difference(
        `The log’s key changed, or somebody forged ${one.from}: it is not signed by the key ${id} that the server names.`,
      )
    : new Unfinished(`${one.from} is not signed by ${origin}: leave it out.`);
}

function isSignedBy(note: string, { verifier }: PublicLog, origin: string): boolean {
  try {
    openCheckpoint(note, verifierOf(origin, verifier.publicKey));
    return true;
  } catch (error) {
    if (error instanceof BadNote) return false;
    throw error;
  }
}

function read<Value>({ from }: SeenNote, parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    throw new Unfinished(`${from} can’t be read. ${reasonOf(cause)}`, { cause });
  }
}

function textIn(line: string): string {
  try {
    return String(JSON.parse(line));
  } catch {
    return line;
  }
}
