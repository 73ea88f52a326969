/** A block of a simulated chain: its ancestors, its events, and its header and logs as JSON-RPC. */
import { quantity } from './abi-words.ts';
import type { SimEvent } from './sim-logs.ts';

export interface RpcLog extends SimEvent {
  readonly blockNumber: string;
}

interface RpcHeader {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
}

const NO_PARENT = `0x${'0'.repeat(64)}`;

export class SimBlock {
  readonly number: number;
  readonly hash: string;
  readonly parent: SimBlock | null;
  readonly timestampS: number;
  readonly events: readonly SimEvent[];
  /**
   * A more distant ancestor, so that any is reached in a logarithmic number of steps (a skew-binary
   * list).
   */
  readonly #jump: SimBlock;
  #header: RpcHeader | null = null;
  #logs: readonly RpcLog[] | null = null;

  constructor(parts: Pick<SimBlock, 'hash' | 'parent' | 'timestampS' | 'events'>) {
    const { parent } = parts;
    this.hash = parts.hash;
    this.parent = parent;
    this.timestampS = parts.timestampS;
    this.events = parts.events;
    this.number = parent ? parent.number + 1 : 0;
    if (!parent) {
      this.#jump = this;
    } else {
      const near = parent.#jump;
      const isEven = parent.number - near.number === near.number - near.#jump.number;
      this.#jump = isEven ? near.#jump : parent;
    }
  }

  /** The block with a number on this block's branch; null above it or below 0. */
  ancestor(number: number): SimBlock | null {
    return number > this.number || number < 0 ? null : SimBlock.#below(this, number);
  }

  /** True if a block is this one, or one of those below it. */
  descendsFrom(block: SimBlock): boolean {
    return this.ancestor(block.number) === block;
  }

  header(): RpcHeader {
    this.#header ??= {
      number: quantity(this.number),
      hash: this.hash,
      parentHash: this.parent?.hash ?? NO_PARENT,
      timestamp: quantity(this.timestampS),
    };
    return this.#header;
  }

  logs(): readonly RpcLog[] {
    this.#logs ??= this.events.map((event) => ({
      ...event,
      blockNumber: quantity(this.number),
    }));
    return this.#logs;
  }

  static #below(block: SimBlock, number: number): SimBlock {
    let found = block;
    while (found.number > number) {
      if (found.#jump.number >= number) found = found.#jump;
      else if (found.parent) found = found.parent;
    }
    return found;
  }
}
