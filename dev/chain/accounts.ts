/**
 * The development chain's accounts: those of the public test mnemonic, which anvil keeps unlocked.
 */
import { address, type Address } from '../../common/values/address.ts';

/** Publicly known: anything these accounts hold elsewhere can be taken by anyone. */
export const DEVELOPMENT_MNEMONIC = 'test test test test test test test test test test test junk';

/** Account 0 of m/44'/60'/0'/0: deploys and owns the contracts, mints, never plays. */
export const OWNER_ACCOUNT: Address = address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');

/** Accounts 1–9, for people: the Demo Wallet offers them as Demo accounts 1–9. */
export const DEMO_ACCOUNTS: readonly Address[] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
].map(address);

/** Their names on the local chain. */
export const DEMO_NAMES: readonly string[] = [
  'marco',
  'isabella',
  'amerigo',
  'caterina',
  'leonardo',
  'hypatia',
  'piero',
  'beatrice',
  'galileo',
].map((name) => `${name}.eth`);

/** A name for an account, normalised (ENSIP-15). */
export interface NameGift {
  readonly wallet: Address;
  readonly name: string;
}
