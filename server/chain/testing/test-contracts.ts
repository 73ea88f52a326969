/** Where the game's contracts are on the chains of tests. */
import { address } from '../../../common/values/address.ts';

export const TEST_CONTRACTS = {
  dena: address(`0x${'d'.repeat(40)}`),
  nationalNft: address(`0x${'a'.repeat(40)}`),
  culturalNft: address(`0x${'c'.repeat(40)}`),
};
