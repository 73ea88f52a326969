/** The type of an attack: one row of the registry. */
import { Wallet } from 'ethers';
import { address, type Address } from '../../common/values/address.ts';
import { signIn, type Signer } from '../../server/test/support/sign-in.ts';
import { ChainOrders } from '../rig/chain-orders.ts';

/** Nice value. The server and the bystander get ten times the attackers' share of a contended core. */
export const ATTACKERS_PRIORITY = 10;

/** Where and for how long an attack runs; it is sent to the attacker's process. */
interface Place {
  readonly url: string;
  readonly rpcUrl: string;
  readonly ms: number;
  /** The row's number; each row's callers get their own addresses. */
  readonly row: number;
}

export interface Report {
  /** Anything the server should have refused or closed but did not, in words. Independent of speed. */
  readonly complaints: readonly string[];
  /** What was done, in figures. */
  readonly note: string;
}

export interface Attack {
  readonly name: string;
  readonly does: string;
  /** How the server must respond. */
  readonly expects: string;
  run(scene: Scene): Promise<Report>;
}

/** An attacking wallet, with its key and its session. */
export interface Culprit extends Signer {
  readonly cookie: string;
}

/** A place as an attack sees it. */
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

  /** The header that identifies the nth caller of this row; the first by default. */
  caller(n = 0): { readonly 'X-Forwarded-For': string } {
    const place = [10, 1 + (this.#row % 250), (n >> 8) & 255, n & 255];
    return { 'X-Forwarded-For': place.join('.') };
  }

  /** A new wallet with a session, funded with this many wei of DENA. */
  async culprit(denaWei = 0n, caller = 0): Promise<Culprit> {
    const signer = stranger();
    if (denaWei > 0n) await this.chain.give(signer.wallet, { denaWei });
    return this.signedIn(signer, caller);
  }

  async signedIn(signer: Signer, caller = 0): Promise<Culprit> {
    return { ...signer, cookie: await signIn(this.url, signer, this.caller(caller)) };
  }
}

export function stranger(): Signer {
  const { privateKey } = Wallet.createRandom();
  const signer = new Wallet(privateKey);
  return { signer, wallet: address(signer.address) };
}

/** An address whose key nobody has. */
export function nobody(n: number): Address {
  return address(`0xdead${n.toString(16).padStart(36, '0')}`);
}
