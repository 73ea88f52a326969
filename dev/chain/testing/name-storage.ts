/** Writes to the storage of the local chain's name service, which offers no way to revoke names. */
import { concat, encodeBytes32String, keccak256, toBeHex, zeroPadValue } from 'ethers';
import type { Address } from '../../../common/values/address.ts';
import { ENS_REGISTRY } from '../../../server/chain/names.ts';
import { nodeOf, reverseNode } from '../../../server/chain/shown-name.ts';
import type { Rpc } from '../rpc.ts';

/** The storage slots of NameService.sol's mappings. */
const SLOTS = { resolver: 0, name: 1, addr: 2 } as const;

async function store(rpc: Rpc, mapping: keyof typeof SLOTS, node: string, word: string) {
  const slot = keccak256(concat([node, toBeHex(SLOTS[mapping], 32)]));
  await rpc([{ method: 'anvil_setStorageAt', params: [ENS_REGISTRY, slot, word] }]);
}

const addressWord = (address: string) => zeroPadValue(address, 32);

/** Makes the registry name itself as a node's resolver. */
async function setResolver(rpc: Rpc, node: string): Promise<void> {
  await store(rpc, 'resolver', node, addressWord(ENS_REGISTRY));
}

/** Sets the name a wallet claims, without its forward record; 31 bytes at most. */
export async function setClaim(rpc: Rpc, wallet: Address, name: string): Promise<void> {
  const node = reverseNode(wallet);
  const bytes = encodeBytes32String(name).slice(2, 64);
  await store(rpc, 'name', node, `0x${bytes}${toBeHex(Buffer.byteLength(name) * 2, 1).slice(2)}`);
  await setResolver(rpc, node);
}

/** Sets the wallet a name resolves to. */
export async function setOwner(rpc: Rpc, name: string, owner: Address): Promise<void> {
  await store(rpc, 'addr', nodeOf(name), addressWord(owner));
  await setResolver(rpc, nodeOf(name));
}
