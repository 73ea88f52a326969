/** Whether a contract wallet accepts a signature (EIP-1271). Its code is not trusted. */
import { hashMessage, Interface, isHexString } from 'ethers';
import type { Address } from '../../common/values/address.ts';
import { createQueue, EVERYBODY } from '../lib/bounded-queue.ts';
import { monotonicNow } from '../lib/machine.ts';
import { RecentMap } from '../lib/recent-map.ts';
import type { Endpoint } from './endpoint.ts';

const EIP1271 = new Interface(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
/** What a contract wallet returns for a signature it accepts, padded to a word. */
const EIP1271_ACCEPTS = `0x1626ba7e${'0'.repeat(56)}`;
/** Room for a word in its JSON-RPC envelope, or for a node's error message. */
export const EIP1271_ANSWER_BYTES = 1024;
/** Enough for any wallet's check, too little to keep a node busy. */
const EIP1271_GAS = 10_000_000;

/** False for an address without code, which returns nothing. */
export async function acceptsSignature(
  endpoint: Endpoint,
  wallet: Address,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isHexString(signature, true)) return false;
  const data = EIP1271.encodeFunctionData('isValidSignature', [hashMessage(message), signature]);
  // A contract that fails, or returns more than a word, accepts nothing.
  const answer = await endpoint.askStranger(wallet, data, EIP1271_GAS);
  return answer?.slice(0, EIP1271_ACCEPTS.length) === EIP1271_ACCEPTS;
}

/** A node answers in a tenth of this. */
const SLOW_MS = 1000;
/** How long one that stalled is known for it; a quick answer ends that at once. */
const KNOWN_MS = 10 * 60_000;

const QUICK = { atOnce: 4, waiting: 16 };
const SLOW = { atOnce: 1, waiting: 4 };

/**
 * Who is asked next. Anybody can sign in with a contract that stalls: one that did waits for others
 * that did, and nobody else waits for it.
 */
export function signatureLanes() {
  const quick = createQueue(QUICK);
  const slow = createQueue(SLOW);
  const stalled = new RecentMap<boolean>(KNOWN_MS, monotonicNow());

  /**
   * Asks once the wallet's lane has a slot, for which it waits this long at most.
   * @throws QueueFull, and whatever asking throws
   */
  return <Answer>(wallet: Address, ask: () => Promise<Answer>, waitMs: number): Promise<Answer> => {
    const lane = stalled.get(wallet, monotonicNow()) === true ? slow : quick;
    return lane(
      EVERYBODY,
      async () => {
        const from = monotonicNow();
        try {
          return await ask();
        } finally {
          const isSlow = monotonicNow() - from >= SLOW_MS;
          if (isSlow || lane === slow) stalled.set(wallet, isSlow, monotonicNow());
        }
      },
      waitMs,
    );
  };
}
