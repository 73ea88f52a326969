/**
 * Checkpoints: a tree's origin, size and root (C2SP tlog-checkpoint), as a note that its log signs
 * (C2SP signed-note).
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { HASH_BYTES, type TreeHead } from './tree.ts';

/** The type of Ed25519 keys and signatures. */
const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
/** Longer notes, and more signatures, are refused. */
const MOST_NOTE = 100_000;
const MOST_SIGNATURES = 100;

/** Who may have signed a note. */
interface Verifier {
  readonly name: string;
  /** The first four bytes of a hash over the name and the key, as hexadecimal digits. */
  readonly id: string;
  readonly publicKey: Uint8Array;
}

export interface Signer extends Verifier {
  readonly seed: Uint8Array;
}

/** No checkpoint of this log, or none at all. */
export class BadNote extends Error {
  override readonly name = 'BadNote';
}

/** @param seed an RFC 8032 private key: 32 bytes. */
export function signerOf(name: string, seed: Uint8Array): Signer {
  return { ...verifierOf(name, ed25519.getPublicKey(seed)), seed };
}

/** @throws BadNote */
export function verifierOf(name: string, publicKey: Uint8Array): Verifier {
  if (!isKeyName(name)) throw new BadNote('A key’s name has no blanks and no plus.');
  const typed = concatBytes(Uint8Array.of(ED25519), publicKey);
  const hash = sha256(concatBytes(utf8ToBytes(`${name}\n`), typed));
  return { name, id: bytesToHex(hash.subarray(0, ID_BYTES)), publicKey };
}

function isKeyName(name: string): boolean {
  return /^[^\s+\p{Cc}]+$/u.test(name);
}

/** `name+id+key`: the verifier key of signed notes. */
export function verifierText({ name, id, publicKey }: Verifier): string {
  return `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(ED25519), publicKey))}`;
}

/** @throws BadNote */
export function parseVerifier(text: string): Verifier {
  const [, name = '', id = '', key = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(key);
  if (!bytes || bytes.length !== 1 + KEY_BYTES || bytes[0] !== ED25519) {
    throw new BadNote('That is not the verifier key of an Ed25519 signer.');
  }
  const verifier = verifierOf(name, bytes.subarray(1));
  if (verifier.id !== id) throw new BadNote('The verifier key’s id is not of its name and key.');
  return verifier;
}

/** @param text ends with a newline. */
export function signNote(text: string, { name, id, seed }: Signer): string {
  const signature = ed25519.sign(utf8ToBytes(text), seed);
  const bytes = concatBytes(fromHex(id), signature);
  return `${text}\n— ${name} ${toBase64(bytes)}\n`;
}

/** The text of a note that this key signed; other signatures are ignored. @throws BadNote */
export function openNote(note: string, { name, id, publicKey }: Verifier): string {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > MOST_NOTE || Array.from(note).some(isControl)) {
    throw new BadNote('That is not a signed note.');
  }
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0 || lines.length > MOST_SIGNATURES) {
    throw new BadNote('That is not a signed note.');
  }
  let isSigned = false;
  for (const line of lines) {
    const [, by = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (!isKeyName(by) || !bytes || bytes.length <= ID_BYTES) {
      throw new BadNote('A signature of the note can’t be read.');
    }
    if (by !== name || bytesToHex(bytes.subarray(0, ID_BYTES)) !== id) continue;
    if (!isSignature(bytes.subarray(ID_BYTES), text, publicKey)) {
      throw new BadNote(`The signature of ${name} is wrong.`);
    }
    isSigned = true;
  }
  if (!isSigned) throw new BadNote(`${name} did not sign the note with the key ${id}.`);
  return text;
}

function isControl(character: string): boolean {
  return character < ' ' && character !== '\n';
}

function isSignature(signature: Uint8Array, text: string, publicKey: Uint8Array): boolean {
  // Wrong lengths and points throw.
  try {
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false });
  } catch {
    return false;
  }
}

export interface Checkpoint extends TreeHead {
  readonly origin: string;
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Lines that extend it are ignored. @throws BadNote */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', digits = '', base64 = ''] = text.split('\n');
  const root = fromBase64(base64);
  const size = /^(0|[1-9][0-9]{0,15})$/.test(digits) ? Number(digits) : Number.NaN;
  if (origin === '' || !Number.isSafeInteger(size) || root?.length !== HASH_BYTES) {
    throw new BadNote('That is not a checkpoint.');
  }
  return { origin, size, root };
}

/** @throws BadNote unless the key signed it, and it is of the key's own log. */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const checkpoint = parseCheckpoint(openNote(note, verifier));
  if (checkpoint.origin === verifier.name) return checkpoint;
  throw new BadNote(`The checkpoint is of ${checkpoint.origin}, not of ${verifier.name}.`);
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Null unless it is exactly the base64 of some bytes. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
