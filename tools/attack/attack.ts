/** What an attack is: one row of the registry. */
import { Wallet } from 'ethers';
import { address, type Address } from '../../common/values/address.ts';
import { signIn, type Signer } from '../../server/test/support/sign-in.ts';
import { ChainOrders } from '../rig/chain-orders.ts';

/** The scheduler's: a tenth of what the server and the bystander get where they want the same core. */
export const ATTACKERS_PRIORITY = 10;

/** Where and for how long an attack is carried out; it travels to the attacker's process. */
export interface Place {
  readonly url: string;
  readonly rpcUrl: string;
  readonly ms: number;
  /** The row's number: its callers have addresses of their own. */
  readonly row: number;
}

export interface Report {
  /** What the server should have refused or closed and did not, in words; it does not depend on speed. */
  readonly complaints: readonly string[];
  /** What was done, in figures. */
  readonly note: string;
}

export interface Attack {
  readonly name: string;
  readonly does: string;
  /** What the server must make of it. */
  readonly expects: string;
  run(scene: Scene): Promise<Report>;
}

/** A wallet that attacks: its key, and the session that it has. */
export interface Culprit extends Signer {
  readonly cookie: string;
}

/** A place, as an attack sees it. */
export class Scene {
  readonly url: string;
  readonly port: number;
  readonly ms: number;
  readonly chain: ChainOrders;
  readonly #row: number;
  readonly #endsAt: number;

  constructor({ url, rpcUrl, ms, row }: Place) {
    this.url = url;
    this.port = Number(new URL(url).port);
    this.ms = ms;
    this.chain = new ChainOrders(rpcUrl);
    this.#row = row;
    this.#endsAt = performance.now() + ms;
  }

  get goesOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** The header by which the nth caller of this row is told apart; the first is meant unless told. */
  caller(n = 0): { readonly 'X-Forwarded-For': string } {
    const place = [10, 1 + (this.#row % 250), (n >> 8) & 255, n & 255];
    return { 'X-Forwarded-For': place.join('.') };
  }

  /** A new wallet with a session, which this many wei of DENA are given to. */
  async culprit(denaWei = 0n, caller = 0): Promise<Culprit> {
    const signer = stranger();
    if (denaWei > 0n) await this.chain.give(signer.wallet, { denaWei });
    return this.signedIn(signer, caller);
  }

  async signedIn(signer: Signer, caller = 0): Promise<Culprit> {
    return { ...signer, cookie: await signIn(this.url, signer, this.caller(caller)) };
  }
}

/** A new wallet. */
export function stranger(): Signer {
  const { privateKey } = Wallet.createRandom();
  const signer = new Wallet(privateKey);
  return { signer, wallet: address(signer.address) };
}

/** An address that nobody has the key of. */
export function nobody(n: number): Address {
  return address(`0xdead${n.toString(16).padStart(36, '0')}`);
}
