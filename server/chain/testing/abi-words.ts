/**
 * Encodes and decodes the ABI by hand on hex text: the simulated contracts answer thousands of
 * calls a second, too many for a general codec.
 */
import type { Address } from '../../../common/values/address.ts';

const WORD_DIGITS = 64;

/** A number as a word of 64 hex digits. */
export function word(value: bigint | number): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

/** A number in JSON-RPC's format. */
export const quantity = (value: number) => `0x${value.toString(16)}`;

/** An account as 40 lower-case hex digits, as it ends call arguments and topics. */
export function digitsOf(wallet: Address): string {
  return wallet.slice(2).toLowerCase();
}

/** Bytes after their length, padded to whole words; `hex` has no prefix. */
export function bytesWords(hex: string): string {
  const length = Math.ceil(hex.length / WORD_DIGITS) * WORD_DIGITS;
  return word(hex.length / 2) + hex.padEnd(length, '0');
}

/** An array of words, after its length. */
export function arrayWords(words: readonly string[]): string {
  return word(words.length) + words.join('');
}

/** Values of dynamic size, in their order: the offset of each, then the values. */
export function dynamicWords(values: readonly string[]): string {
  let offset = values.length * (WORD_DIGITS / 2);
  const heads = values.map((value) => {
    const head = word(offset);
    offset += value.length / 2;
    return head;
  });
  return heads.join('') + values.join('');
}

/** A call's arguments, read by their position. @throws RangeError past their end. */
export class Arguments {
  readonly #hex: string;

  /** @param hex without a prefix or a selector, in lower case. */
  constructor(hex: string) {
    this.#hex = hex;
  }

  /** The word at a byte offset. */
  word(at: number): string {
    const from = at * 2;
    if (from + WORD_DIGITS > this.#hex.length) throw new RangeError('the arguments end early');
    return this.#hex.slice(from, from + WORD_DIGITS);
  }

  number(at: number): number {
    return Number(`0x${this.word(at)}`);
  }

  bigint(at: number): bigint {
    return BigInt(`0x${this.word(at)}`);
  }

  account(at: number): string {
    return this.word(at).slice(-40);
  }

  /** The positions of an array's elements, each of which is a word. */
  elements(arrayAt: number): number[] {
    const length = this.number(arrayAt);
    // Don't allocate an array for a nonsensical length.
    if (length * WORD_DIGITS > this.#hex.length) throw new RangeError('the arguments end early');
    return Array.from({ length }, (_, i) => arrayAt + 32 * (i + 1));
  }

  /** Bytes, without a prefix. */
  bytes(at: number): string {
    const from = (at + 32) * 2;
    const to = from + this.number(at) * 2;
    if (to > this.#hex.length) throw new RangeError('the arguments end early');
    return this.#hex.slice(from, to);
  }
}
