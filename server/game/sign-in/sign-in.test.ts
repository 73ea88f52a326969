import { AbiCoder, Wallet } from 'ethers';
import { describe, expect, vi } from 'vitest';
import { signInCall, signInMessage } from '../../../common/protocol/session.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { address, type Address } from '../../../common/values/address.ts';
import { gameTest as test, type GameWorld } from '../../test/support/game-world.ts';
import { createSignIn } from './sign-in.ts';

const ORIGIN = 'http://localhost:3000';
const CALLER = { network: '192.0.2.0/24', onAskingChain: () => undefined };

const signInTo = ({ store, chain }: GameWorld) =>
  createSignIn({ store, chain: () => chain, chainId: 1 });

function messageOf(wallet: Address, nonce: string): string {
  return signInMessage({
    domain: 'localhost:3000',
    uri: ORIGIN,
    walletAddress: wallet,
    chainId: 1,
    nonce,
    issuedAt: new Date(),
  });
}

/** How often the chain has been asked about a signature since. */
function countQuestions({ chain }: GameWorld): () => number {
  const asked = vi.spyOn(chain, 'acceptsSignature');
  return () => asked.mock.calls.length;
}

async function newSignIn(world: GameWorld) {
  const signIn = signInTo(world);
  const signer = Wallet.createRandom();
  const wallet = address(signer.address);
  const message = messageOf(wallet, await signIn.nonce());
  return { signIn, signer, wallet, message, signature: await signer.signMessage(message) };
}

describe('signing in', () => {
  test('refuses a message altered after signing, and its nonce stays good', async ({ world }) => {
    const { signIn, message, signature } = await newSignIn(world);
    const others = [message.replace('moves nothing', 'moves all'), `${message}\nRequest ID: 1`];
    for (const altered of others) {
      expect(await signIn.prove({ message: altered, signature }, ORIGIN, CALLER)).toMatchObject({
        ok: false,
        code: 'proof-refused',
      });
    }
    expect(await signIn.prove({ message, signature }, ORIGIN, CALLER)).toMatchObject({ ok: true });
  });

  test('refuses another wallet’s name over one’s own signature', async ({ world }) => {
    const { signIn, wallet, message, signature } = await newSignIn(world);
    const victim = address(Wallet.createRandom().address);
    const stolen = message.replace(wallet, victim);
    expect(await signIn.prove({ message: stolen, signature }, ORIGIN, CALLER)).toMatchObject({
      ok: false,
      message: 'That signature is not by the wallet of the message. Sign it again.',
    });
  });

  test('refuses the second form that every signature has (malleability)', async ({ world }) => {
    const { signIn, message, signature } = await newSignIn(world);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = order - BigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith('1b') ? '1c' : '1b';
    const mirrored = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
    expect(await signIn.prove({ message, signature: mirrored }, ORIGIN, CALLER)).toMatchObject({
      ok: false,
    });
  });

  test('[PRO30] refuses a replay', async ({ world }) => {
    const { signIn, message, signature } = await newSignIn(world);
    await signIn.prove({ message, signature }, ORIGIN, CALLER);
    expect(await signIn.prove({ message, signature }, ORIGIN, CALLER)).toEqual({
      ok: false,
      code: 'proof-refused',
      message: 'That sign-in was used before or took too long. Sign a new message.',
    });
  });

  test('keeps nobody waiting behind a crowd of another network', async ({ world }) => {
    const { signIn, message, signature } = await newSignIn(world);
    const from = (network: string) =>
      signIn.prove({ message, signature }, ORIGIN, { ...CALLER, network });
    const crowd = Array.from({ length: 300 }, () => from('2001:db8:1::/48'));
    const crowded = Promise.allSettled(crowd);
    expect(await from('198.51.100.0/24')).toHaveProperty('ok');
    const ends = (await crowded).map(({ status }) => status);
    expect(ends.filter((end) => end === 'rejected').length).toBeGreaterThan(90);
  });
});

describe('a contract wallet (EIP-1271)', () => {
  const CONTRACT = address(`0x${'c0'.repeat(20)}`);
  const SIGNATURE = `0x${'5a'.repeat(97)}`;

  test('signs in if its code accepts the signature', async ({ world }) => {
    const signIn = signInTo(world);
    const message = messageOf(CONTRACT, await signIn.nonce());
    world.chain.deployContractWallet(
      CONTRACT,
      (text, signature) => text === message && signature === SIGNATURE,
    );
    const other = `0x${'5b'.repeat(97)}`;
    expect(await signIn.prove({ message, signature: other }, ORIGIN, CALLER)).toMatchObject({
      ok: false,
    });
    expect(await signIn.prove({ message, signature: SIGNATURE }, ORIGIN, CALLER)).toEqual({
      ok: true,
      wallet: CONTRACT,
      kind: 'contract',
    });
  });

  test('signs in with an empty signature if it was told on chain to accept the message', async ({
    world,
  }) => {
    const signIn = signInTo(world);
    const message = messageOf(CONTRACT, await signIn.nonce());
    const proof = signInCall.body.parse({ message, signature: '0x' });
    expect(await signIn.prove(proof, ORIGIN, CALLER)).toMatchObject({
      ok: false,
      code: 'proof-refused',
    });
    world.chain.deployContractWallet(
      CONTRACT,
      (text, signature) => text + signature === `${message}0x`,
    );
    expect(await signIn.prove(proof, ORIGIN, CALLER)).toMatchObject({ ok: true, wallet: CONTRACT });
  });

  test('[EIP-6492] is asked about the signature inside a wrapped one, once it is deployed', async ({
    world,
  }) => {
    const signIn = signInTo(world);
    const message = messageOf(CONTRACT, await signIn.nonce());
    const parts = [walletOf(7), '0xdeadbeef', SIGNATURE];
    const wrapping = AbiCoder.defaultAbiCoder().encode(['address', 'bytes', 'bytes'], parts);
    const signature = `${wrapping}${'6492'.repeat(16)}`;
    const refused = await signIn.prove({ message, signature }, ORIGIN, CALLER);
    expect(refused).toMatchObject({ ok: false, code: 'proof-refused' });
    expect(refused).toHaveProperty(
      'message',
      expect.stringContaining('deploy the wallet with one transaction first'),
    );
    const broken = `0x1234${'6492'.repeat(16)}`;
    expect(await signIn.prove({ message, signature: broken }, ORIGIN, CALLER)).toMatchObject({
      ok: false,
    });
    world.chain.deployContractWallet(CONTRACT, (_text, inner) => inner === SIGNATURE);
    expect(await signIn.prove({ message, signature }, ORIGIN, CALLER)).toMatchObject({ ok: true });
  });

  test('may use three chain calls per nonce, and none without one', async ({ world }) => {
    const asked = countQuestions(world);
    const signIn = signInTo(world);
    world.chain.deployContractWallet(CONTRACT, (_text, signature) => signature === SIGNATURE);
    const invented = messageOf(CONTRACT, 'ffffffffffffffffffffffffffffffff');
    const refused = { ok: false, code: 'proof-refused' };
    expect(
      await signIn.prove({ message: invented, signature: SIGNATURE }, ORIGIN, CALLER),
    ).toMatchObject(refused);
    expect(asked()).toBe(0);

    const message = messageOf(CONTRACT, await signIn.nonce());
    const tries = Array.from({ length: 20 }, (_, n) =>
      signIn.prove({ message, signature: `0x${'5b'.repeat(n + 70)}` }, ORIGIN, CALLER),
    );
    for (const proof of await Promise.all(tries)) expect(proof).toMatchObject(refused);
    expect(asked()).toBe(3);
    expect(await signIn.prove({ message, signature: SIGNATURE }, ORIGIN, CALLER)).toMatchObject(
      refused,
    );
    expect(asked()).toBe(3);
  });

  test('does not use up its nonce if the chain is down', async ({ world }) => {
    const signIn = signInTo(world);
    world.chain.deployContractWallet(CONTRACT, (_text, signature) => signature === SIGNATURE);
    const message = messageOf(CONTRACT, await signIn.nonce());
    world.chain.goDown();
    for (let n = 0; n < 5; n += 1) {
      await expect(
        signIn.prove({ message, signature: SIGNATURE }, ORIGIN, CALLER),
      ).rejects.toThrow();
    }
    world.chain.comeBack();
    expect(await signIn.prove({ message, signature: SIGNATURE }, ORIGIN, CALLER)).toMatchObject({
      ok: true,
    });
  });

  test('a plain account signs in while the chain is down', async ({ world }) => {
    world.chain.goDown();
    const { signIn, message, signature } = await newSignIn(world);
    expect(await signIn.prove({ message, signature }, ORIGIN, CALLER)).toMatchObject({ ok: true });
  });
});
