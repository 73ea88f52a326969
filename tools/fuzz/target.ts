/** A fuzz target: a property that must hold for any input, drawn at random from a seed. */
import fc, { type IAsyncProperty } from 'fast-check';
import type { Signer } from '../../server/test/support/sign-in.ts';
import type { GameServer } from '../rig/game-server.ts';
import type { Tampering } from './tampering.ts';

export type Player = Signer & { readonly cookie: string };

/** What a target may use. */
export interface Playground {
  /** A server on a chain that tells the truth. */
  readonly server: GameServer;
  /** One of its players, signed in. */
  readonly player: Player;
  /** A server on a chain that lies, its player, and the chain's lies. */
  readonly deceived: {
    readonly server: GameServer;
    readonly player: Player;
    readonly tampering: Tampering;
  };
  /** A node that lies, with no server on it. */
  readonly node: { readonly url: string; readonly tampering: Tampering };
}

interface Fuzzed {
  readonly runs: number;
  /** The smallest failing input found, and why it fails; null if there was none. */
  readonly failure: string | null;
}

export interface Target {
  readonly name: string;
  /** Runs for this long, in the same order for the same seed; a failure is shrunk within that time. */
  fuzz(
    playground: Playground,
    bounds: { readonly seed: number; readonly ms: number },
  ): Promise<Fuzzed>;
}

/** @param options.settled runs after each stretch; throws if something does not recover. */
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
