/** What is fuzzed: a property that must hold of whatever is sent, drawn by chance from a seed. */
import fc, { type IAsyncProperty } from 'fast-check';
import type { Signer } from '../../server/test/support/sign-in.ts';
import type { BuiltServer } from '../rig/built-server.ts';
import type { Lies } from './lies.ts';

export type Player = Signer & { readonly cookie: string };

/** What a target may use. */
export interface Playground {
  /** A server on a chain that tells the truth. */
  readonly server: BuiltServer;
  /** A player of it, signed in. */
  readonly player: Player;
  /** A server on a chain that lies, its player, and what the chain is told to say. */
  readonly deceived: { readonly server: BuiltServer; readonly player: Player; readonly lies: Lies };
  /** A node that lies, on which no server stands. */
  readonly node: { readonly url: string; readonly lies: Lies };
}

export interface Fuzzed {
  readonly runs: number;
  /** The smallest input that was found to fail, and why; null where none did. */
  readonly failure: string | null;
}

export interface Target {
  readonly name: string;
  /** Runs for so long, always in the same order for a seed; a failure is shrunk in that time. */
  fuzz(
    playground: Playground,
    bounds: { readonly seed: number; readonly ms: number },
  ): Promise<Fuzzed>;
}

/**
 * @param options.settled after a stretch of runs: throws where something does not hold again.
 */
export function target<Inputs>(options: {
  readonly name: string;
  readonly property: (playground: Playground) => IAsyncProperty<Inputs>;
  readonly settled?: (playground: Playground) => Promise<void>;
}): Target {
  const { name, property, settled } = options;
  return {
    name,
    async fuzz(playground, { seed, ms }) {
      const { failed, numRuns, counterexample, errorInstance } = await fc.check(
        property(playground),
        {
          seed,
          numRuns: Number.MAX_SAFE_INTEGER,
          interruptAfterTimeLimit: ms,
          markInterruptAsFailure: false,
        },
      );
      if (failed) {
        const failure = `${wordsOf(errorInstance)}\nby ${fc.stringify(counterexample)}`;
        return { runs: numRuns, failure };
      }
      try {
        await settled?.(playground);
        return { runs: numRuns, failure: null };
      } catch (error) {
        return { runs: numRuns, failure: `afterwards: ${wordsOf(error)}` };
      }
    },
  };
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
