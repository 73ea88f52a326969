import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { id, Interface } from 'ethers';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { ChainSim, poke, sendDena, sendNfts } from './chain-sim.ts';
import { Bloom, TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from './sim-logs.ts';
import { TEST_CONTRACTS } from './test-contracts.ts';

const [ALICE, BOB] = [walletOf(1), walletOf(2)];

const EVENTS = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
]);

describe('the branches of a simulated chain', () => {
  test('the same calls make the same chain, different ones another', () => {
    const made = (name: string) => {
      const sim = new ChainSim({ name });
      sim.give(ALICE, { denaWei: 5n });
      sim.reorganise(1, [[], []]);
      return sim.head.hash;
    };
    expect(made('one')).toBe(made('one'));
    expect(made('one')).not.toBe(made('two'));
  });

  test('every block of every branch keeps its balances', () => {
    const sim = new ChainSim();
    const funded = sim.give(ALICE, { denaWei: 10n, national: { italy: 3 } });
    const paid = sim.mine([
      sendDena(ALICE, BOB, 4n),
      sendNfts('national', ALICE, BOB, { italy: 1 }),
    ]);
    const instead = sim.reorganise(1, [[sendDena(ALICE, BOB, 9n)], []]);

    const held = (block: typeof paid) => [
      sim.balance(block, 'dena', ALICE),
      sim.balance(block, 'dena', BOB),
      sim.holdings(block, BOB, 'italy').national,
    ];
    expect(held(sim.genesis)).toEqual([0n, 0n, 0]);
    expect(held(funded)).toEqual([10n, 0n, 0]);
    expect(held(paid)).toEqual([6n, 4n, 1]);
    expect(held(instead)).toEqual([1n, 9n, 0]);
    expect(instead.number).toBe(paid.number + 1);
    expect(sim.isCanonical(paid)).toBe(false);
    expect(sim.wasCanonical(paid)).toBe(true);
  });

  test('a reorganisation leaves the chain longer, as long, or shorter', () => {
    const sim = new ChainSim();
    sim.mineEmpty(10);
    expect(sim.reorganise(2).number).toBe(10);
    expect(sim.reorganise(3, [[]]).number).toBe(8);
    expect(sim.reorganise(1, [[], [], []]).number).toBe(10);
    expect(() => sim.reorganise(11)).toThrow(RangeError);
  });

  test('a fork is another chain until it is adopted', () => {
    const sim = new ChainSim();
    const base = sim.mine();
    const tip = sim.fork(base, [[], []]);
    expect(sim.head).toBe(base);
    expect(sim.wasCanonical(tip)).toBe(false);
    sim.adopt(tip);
    expect(sim.at(2)).toBe(tip.parent);
  });

  test('ancestors are the same as found by walking', () => {
    const sim = new ChainSim();
    sim.mineEmpty(200);
    sim.reorganise(
      70,
      Array.from({ length: 150 }, () => []),
    );
    const walked = new Map([[sim.head.number, sim.head]]);
    for (let block = sim.head.parent; block; block = block.parent) walked.set(block.number, block);
    expect(walked.size).toBe(281);
    for (const [number, block] of walked) expect(sim.head.ancestor(number)).toBe(block);
    expect(sim.head.ancestor(281)).toBeNull();
    expect(sim.head.ancestor(-1)).toBeNull();
  });

  test('nobody can send more than they have, and anybody can send nothing', () => {
    const sim = new ChainSim();
    expect(() => sim.mine([sendDena(ALICE, BOB, 1n)])).toThrow(/sends more dena than it has/);
    sim.mine(Array.from({ length: 5000 }, (_, n) => poke(walletOf(n + 1), BOB)));
    expect(sim.head.logs()).toHaveLength(5000);
    expect(sim.head.number).toBe(1);
  });
});

describe('the logs of a simulated chain', () => {
  test('are those of EIP-20 and EIP-1155', () => {
    const sim = new ChainSim();
    const block = sim.mine([
      sendDena(null, ALICE, 7n),
      sendNfts('national', null, ALICE, { china: 2 }),
      sendNfts('cultural', null, BOB, { usa: 1, argentina: 3 }),
    ]);
    const told = block.logs().map(({ topics, data }) => EVENTS.parseLog({ topics, data }));
    expect(told.map((event) => event?.name)).toEqual([
      'Transfer',
      'TransferSingle',
      'TransferBatch',
    ]);
    const nobody = `0x${'0'.repeat(40)}`;
    expect(told[0]?.args.toArray()).toEqual([nobody, ALICE, 7n]);
    expect(told[1]?.args.toArray()).toEqual([ALICE, nobody, ALICE, 4n, 2n]);
    expect(told[2]?.args.toArray(true)).toEqual([BOB, nobody, BOB, [1n, 3n], [1n, 3n]]);
    expect(block.logs().map((log) => log.address)).toEqual(
      [TEST_CONTRACTS.dena, TEST_CONTRACTS.nationalNft, TEST_CONTRACTS.culturalNft].map((one) =>
        one.toLowerCase(),
      ),
    );
    expect([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH]).toEqual(
      ['Transfer', 'TransferSingle', 'TransferBatch'].map(
        (name) => EVENTS.getEvent(name)?.topicHash,
      ),
    );
  });

  test('a silent block moves balances without a log', () => {
    const sim = new ChainSim();
    const block = sim.give(ALICE, { cultural: { usa: 60_000_000 } }, { isSilent: true });
    expect(block.logs()).toEqual([]);
    expect(sim.holdings(block, ALICE, 'usa').cultural).toBe(60_000_000);
  });
});

describe('the bloom of a block', () => {
  test('is geth’s, by its own test of a hundred values', () => {
    const bloom = new Bloom();
    for (let i = 0; i < 100; i += 1) bloom.add(utf8ToBytes(`xxxxxxxxxx data ${i} yyyyyyyyyyyyyy`));
    expect(bytesToHex(keccak_256(hexToBytes(bloom.toString().slice(2))))).toBe(
      'c8d3ca65cdb4874300a9e39475508f23ed6da09fdbc487f89a2dcf50b09eb263',
    );
  });

  test('has the contract and every topic of its logs, and is empty without any', () => {
    const sim = new ChainSim();
    expect(sim.mine().header().logsBloom).toBe(`0x${'0'.repeat(512)}`);
    const { logsBloom } = sim.mine([sendDena(null, ALICE, 7n)]).header();
    const has = (value: string) => {
      const bloom = new Bloom();
      bloom.add(hexToBytes(value.slice(2)));
      const asked = BigInt(bloom.toString());
      return (BigInt(logsBloom) & asked) === asked;
    };
    expect(has(TEST_CONTRACTS.dena)).toBe(true);
    expect(has(id('Transfer(address,address,uint256)'))).toBe(true);
    expect(has(`0x${ALICE.slice(2).toLowerCase().padStart(64, '0')}`)).toBe(true);
    expect(has(TEST_CONTRACTS.nationalNft)).toBe(false);
  });
});
