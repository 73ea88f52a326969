/**
 * Which ENS names may be shown [NAM1]. ENSIP-15 does most of it: it refuses labels that mix
 * scripts, imitate Latin throughout in another script, or contain control, bidi or invisible
 * characters.
 */
import { concat, ensNormalize, id, keccak256, ZeroHash } from 'ethers';
import { nameSchema } from '../../common/values/name.ts';

/**
 * Addresses are shown as `0x7099…79C8`: nothing that begins like this is a name, even with an o for
 * the 0.
 */
const BEGINS_AS_ADDRESS = /^[0o]x(?:[0-9a-f]{4}|[0-9a-f]+$)/;
const WHOLE_ADDRESS = /^[0-9a-f]{40,}$/;

/** True if a name that somebody claims may be shown, as it is. */
export function isShownName(name: string): boolean {
  // Length first: a resolver may claim anything.
  if (!nameSchema.safeParse(name).success) return false;
  const labels = name.split('.');
  return (
    labels.length >= 2 &&
    isNormalised(name) &&
    !labels.some((label) => BEGINS_AS_ADDRESS.test(label) || WHOLE_ADDRESS.test(label)) &&
    // Cut short, `marco.eth.anybody.eth` would read as `marco.eth`.
    !labels.slice(0, -1).includes('eth')
  );
}

/** ENSIP-15. */
function isNormalised(name: string): boolean {
  try {
    return ensNormalize(name) === name;
  } catch {
    return false;
  }
}

/** The node of a normalised name in the registry (ERC-137). */
export function nodeOf(name: string): string {
  return name.split('.').reduceRight(below, ZeroHash);
}

const REVERSE_NODE = nodeOf('addr.reverse');

/** The node where a wallet claims its name (ENSIP-3). */
export function reverseNode(wallet: string): string {
  return below(REVERSE_NODE, wallet.slice(2).toLowerCase());
}

function below(node: string, label: string): string {
  return keccak256(concat([node, id(label)]));
}
