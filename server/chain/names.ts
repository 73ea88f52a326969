/**
 * Reads wallets' names [NAM1]: the name that a wallet claims (ENSIP-3), and whether that name
 * resolves to the wallet (ERC-137). The registry is trusted, and asked about many together. A
 * resolver can be anybody's contract: it is called in a separate request, with little gas and room
 * for a short answer, and whatever it does counts only against its own name. Names that are
 * resolved off the chain (EIP-3668) or by a wildcard (ENSIP-10) are not followed.
 */
import type { Address } from '../../common/values/address.ts';
import { monotonicNow, sleep } from '../lib/machine.ts';
import { ChainUnavailable, type Chain, type NameAnswer } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPool } from './endpoint-pool.ts';
import { callTogether, selector, textIn } from './multicall.ts';
import { isShownName, nodeOf, reverseNode } from './shown-name.ts';

/** Its address on Mainnet. */
export const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

/** Ten times what the public resolver uses; it can fill no more than 500 kB of memory with it. */
const RESOLVER_GAS = 500_000;
/**
 * Between two calls it pauses for as long as the last one took, up to this: commands come first in
 * an endpoint's rate limit.
 */
const LONGEST_PAUSE_MS = 250;

const RESOLVER = selector('resolver(bytes32)');
const NAME = selector('name(bytes32)');
const ADDR = selector('addr(bytes32)');

/**
 * A resolver's answer, as hex; null if it failed or returned too much, undefined if that is
 * unknown.
 */
type Returned = string | null | undefined;

/** Failures here say nothing about an endpoint that commands should act on. */
const TERMS = { isPlayers: true };

export function nameReader(pool: EndpointPool): Chain['names'] {
  return async (wallets) => {
    const unknown = wallets.map((): NameAnswer => 'unknown');
    const claims = await askEach(wallets.map(reverseNode), NAME);
    if (claims === null) return unknown;
    const claimed = claims.map(nameIn);
    const names = [...new Set(claimed.filter((name) => typeof name === 'string'))];
    const owners = await askEach(names.map(nodeOf), ADDR);
    return wallets.map((wallet, i) => {
      const name = claimed[i];
      if (typeof name !== 'string') return name === null ? { name } : 'unknown';
      const owner = owners?.[names.indexOf(name)];
      if (owner === undefined) return 'unknown';
      return { name: isAddress(owner, wallet) ? name : null };
    });
  };

  /** What each node's resolver returns for it; null if the chain has no registry. */
  async function askEach(nodes: readonly string[], method: string): Promise<Returned[] | null> {
    if (nodes.length === 0) return [];
    const resolvers = await pool.ask((endpoint) => readResolvers(endpoint, nodes), TERMS);
    if (resolvers === null) return null;
    const returned = resolvers.map((): Returned => null);
    for (const [i, resolver] of resolvers.entries()) {
      if (resolver === null) continue;
      const startedAt = monotonicNow();
      returned[i] = await askOne(resolver, `0x${method}${nodes[i]?.slice(2)}`);
      await sleep(Math.min(LONGEST_PAUSE_MS, monotonicNow() - startedAt));
    }
    return returned;
  }

  async function askOne(to: string, data: string): Promise<Returned> {
    try {
      return await pool.ask((endpoint) => endpoint.askStranger(to, data, RESOLVER_GAS), TERMS);
    } catch (error) {
      if (error instanceof ChainUnavailable) return undefined;
      throw error;
    }
  }
}

/**
 * The resolver of each node, null for one without; null instead of the list if the chain has no
 * registry.
 */
async function readResolvers(
  { rpc }: Endpoint,
  nodes: readonly string[],
): Promise<(string | null)[] | null> {
  const calls = nodes.map((node) => ({ to: ENS_REGISTRY, data: RESOLVER + node.slice(2) }));
  const answers = await callTogether(rpc, calls, 'latest');
  // A registry answers every node, with a word.
  if (answers.every((answer) => !answer)) return null;
  return answers.map((answer) => {
    const digits = answer?.slice(24, 64) ?? '';
    return /^0*$/.test(digits) ? null : `0x${digits}`;
  });
}

/** The name in a resolver's answer; null if there is none that may be shown. */
function nameIn(returned: Returned): Returned {
  if (!returned) return returned;
  try {
    const name = textIn(returned);
    return isShownName(name) ? name : null;
  } catch {
    return null;
  }
}

function isAddress(returned: string | null, wallet: Address): boolean {
  return returned?.slice(2, 66) === wallet.slice(2).toLowerCase().padStart(64, '0');
}
