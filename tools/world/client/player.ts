/**
 * One wallet that plays: it sends each command until it is answered, always with the same
 * Idempotency-Key, and records its requests and their answers.
 */
import { monotonicNow, sleep } from '../../../server/lib/machine.ts';
import { FACTS, wei } from '../model/facts.ts';
import {
  describeOperation,
  type Operation,
  type Outcome,
  type Stake,
  type Command,
} from '../model/operation.ts';
import { denaStakeSchema, nftStakeSchema } from '../model/wire.ts';
import type { Answer, Complain, Deployment, Server } from './deployment.ts';

const RETRY_MS = 100;
/** So many times as long it waits at last. */
const MOST_PATIENT = 6;
/**
 * How many give in to a refusal for now: it changed nothing, if no attempt before it is uncertain
 * [PRO29].
 */
const GIVES_IN = 0.3;
/** An operation without an answer this long after the last fault will never get one. */
const GIVES_UP_MS = 120_000;

/** The refusals allowed for each command while chain and processes may fail. */
const REFUSALS: Readonly<Record<Command['is'], readonly string[]>> = {
  choose: [],
  'stake-dena': ['insufficient-dena', 'too-many-stakes'],
  'stake-nft': ['insufficient-nfts', 'not-owner', 'too-many-stakes'],
  unstake: ['stake-locked', 'stake-ended'],
  trade: ['insufficient-dena', 'price-changed', 'quantity-not-tradable'],
  contribute: [
    'insufficient-resources',
    'resource-not-needed',
    'more-than-needed',
    'work-finished',
  ],
  settle: [],
  refresh: [],
};

interface PlayerOptions {
  readonly wallet: string;
  /** The cookie of a new session; null if there is none for now. */
  readonly signIn: () => Promise<string | null>;
  readonly deployment: Deployment;
  /** Prefix of this run's keys. */
  readonly prefix: string;
  readonly random: () => number;
  readonly complain: Complain;
  /** When the last fault ended, in ms of the monotonic clock; Infinity during faults. */
  readonly wholeSince: () => number;
  /**
   * Called with a commit's rev, if an answer contains one, the process that answered, and how long
   * it took.
   */
  readonly onRev: (server: Server, rev: string, tookMs: number, answer: Answer) => void;
  /** Its wallet's newest commit, if that is known. */
  readonly newest?: () => string | undefined;
  /** Called if what it asks after that commit is done, whatever the answer contains. */
  readonly onDone?: (server: Server, newest: string, tookMs: number) => void;
}

export class Player {
  readonly operations: Operation[] = [];
  readonly wallet: string;
  readonly #options: PlayerOptions;
  #cookie: string | null = null;
  #signingIn: Promise<void> | null = null;
  #tries = 0;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.wallet = options.wallet;
  }

  get tries(): number {
    return this.#tries;
  }

  /** All stakes it received in answers, whether active or ended. */
  get stakes(): Stake[] {
    return this.operations.flatMap(({ outcome, command }) =>
      command.is !== 'unstake' && outcome?.is === 'done' && outcome.stake ? [outcome.stake] : [],
    );
  }

  /**
   * Carries a command out exactly once, however often it is sent. `isTwin`: two senders at the same
   * time.
   */
  async carryOut(command: Command, isTwin = false): Promise<Operation> {
    const operation: Operation = {
      key: `${this.#options.prefix}-${this.wallet.slice(2, 8)}-${this.operations.length}`,
      wallet: this.wallet,
      command,
      sentAt: monotonicNow(),
      answeredAt: Number.POSITIVE_INFINITY,
      outcome: null,
      isUnsure: isTwin,
      tries: 0,
      rev: null,
    };
    this.operations.push(operation);
    const senders = isTwin
      ? [this.#send(operation), this.#send(operation)]
      : [this.#send(operation)];
    this.#note(operation, await Promise.all(senders));
    return operation;
  }

  /** Asks again about an operation that was refused but may have been carried out. */
  async makeSure(operation: Operation): Promise<void> {
    operation.isUnsure = false;
    this.#note(operation, [await this.#send(operation)]);
  }

  /** Repeats a finished operation; nothing new may happen. */
  async repeat(operation: Operation): Promise<void> {
    const again = await this.#send(operation);
    if (again !== null) this.#note(operation, [again]);
  }

  #note(operation: Operation, outcomes: readonly (Outcome | null)[]): void {
    const all = [operation.outcome, ...outcomes].filter((one) => one !== null);
    const done = all.filter((one) => one.is === 'done');
    const ids = new Set(done.map(({ stake }) => stake?.id));
    if (ids.size > 1) {
      this.#options.complain(
        `${describeOperation(operation)}: one key was answered with ${[...ids].join(' and ')}`,
      );
    }
    const [settled = all.at(-1) ?? null] = done;
    if (
      settled?.is === 'refused' &&
      settled.status !== 503 &&
      !REFUSALS[operation.command.is].includes(settled.code)
    ) {
      this.#options.complain(
        `${describeOperation({ ...operation, outcome: settled })}: it should not be refused`,
      );
    }
    if (operation.outcome?.is !== 'done') {
      operation.outcome = settled;
      operation.answeredAt = monotonicNow();
    }
  }

  /** Null if it was never answered. */
  async #send(operation: Operation): Promise<Outcome | null> {
    const { deployment, random, complain, onRev, onDone, wholeSince } = this.#options;
    const { path, body } = requestOf(operation, deployment);
    const sentAt = monotonicNow();
    while (monotonicNow() < Math.max(sentAt, wholeSince()) + GIVES_UP_MS) {
      const server = deployment.servers[Math.floor(random() * deployment.servers.length)];
      if (!server) throw new Error('there is no process to ask');
      if (this.#cookie === null) await this.#signIn();
      const { incarnation } = server;
      const triedAt = monotonicNow();
      const newest = this.#options.newest?.();
      operation.tries += 1;
      this.#tries += 1;
      const answer = await server.ask(path, {
        json: body,
        headers: { Cookie: this.#cookie ?? '', 'Idempotency-Key': operation.key },
      });
      if (answer === null) operation.isUnsure = true;
      else if (answer.status === 401) this.#cookie = null;
      else if (answer.status === 500)
        complain(`${describeOperation(operation)}: 500 ${answer.text}`);
      else if (answer.status === 200 || answer.status === 201) {
        const rev = answer.headers['x-board-rev'];
        const tookMs = monotonicNow() - triedAt;
        const isSame = incarnation === server.incarnation;
        if (rev !== undefined && (operation.rev === null || rev < operation.rev))
          operation.rev = rev;
        if (isSame && rev !== undefined) onRev(server, rev, tookMs, answer);
        if (isSame && newest !== undefined) onDone?.(server, newest, tookMs);
        return { is: 'done', stake: stakeIn(operation.command, answer) };
      } else if (answer.status !== 503 && answer.status !== 429) {
        const code = answer.headers['x-refusal-code'] ?? answer.text;
        return { is: 'refused', status: answer.status, code };
      } else if (answer.status === 503) {
        const code = answer.headers['x-refusal-code'] ?? 'store-unavailable';
        if (code === 'store-unavailable') operation.isUnsure = true;
        const givesIn =
          operation.command.is !== 'choose' && !operation.isUnsure && random() < GIVES_IN;
        if (givesIn) return { is: 'refused', status: 503, code };
      }
      await sleep(RETRY_MS * Math.min(operation.tries, MOST_PATIENT) * (1 + random()));
    }
    return null;
  }

  /** Shared by all operations that need a session. */
  async #signIn(): Promise<void> {
    this.#signingIn ??= (async () => {
      this.#cookie = await this.#options.signIn();
    })();
    try {
      await this.#signingIn;
    } finally {
      this.#signingIn = null;
    }
  }
}

function requestOf(
  { command, wallet }: Operation,
  deployment: Deployment,
): { path: string; body: object } {
  const walletAddress = wallet;
  switch (command.is) {
    case 'choose':
      return { path: '/api/player-nation', body: { walletAddress, nationId: command.nationId } };
    case 'stake-dena':
      return { path: '/api/dena/stake', body: { walletAddress, amount: command.amount } };
    case 'stake-nft': {
      const { kind, quantity, nationId } = command;
      const body = {
        walletAddress,
        tokenId: String(FACTS.nations[nationId].tokenId),
        contractAddress: deployment.contracts[kind],
        quantity,
        nftType: kind === 'cultural' ? 'museum' : 'national',
      };
      return { path: '/api/nft/stake', body };
    }
    case 'unstake': {
      const path = command.kind === 'dena' ? '/api/dena/unstake' : '/api/nft/unstake';
      return { path, body: { walletAddress, stakeId: command.stakeId } };
    }
    case 'trade': {
      const { resourceType, quantity, cost } = command;
      const body = {
        walletAddress,
        resourceType,
        quantity,
        ...(cost !== undefined && { cost: String(cost) }),
      };
      return { path: '/api/trade', body };
    }
    case 'contribute': {
      const { resourceType, quantity } = command;
      return { path: '/api/works', body: { walletAddress, resourceType, quantity } };
    }
    case 'settle':
      return { path: '/api/resources/update', body: { walletAddress } };
    case 'refresh':
      return { path: '/api/player-nation/refresh', body: { walletAddress } };
  }
}

function stakeIn(command: Command, { text }: Answer): Stake | null {
  const answer: unknown = JSON.parse(text);
  const isDena =
    command.is === 'stake-dena' || (command.is === 'unstake' && command.kind === 'dena');
  if (isDena) {
    const { gdpBonus: denaGdp, ...stake } = denaStakeSchema.parse(answer);
    const { id, stakedAmount, stakedAt, unstakeableAt } = stake;
    const none = { quantity: 0, km2: 0, hundredths: 0, culturalGdp: 0 };
    const amountWei = wei(stakedAmount);
    return { id, kind: 'dena', amountWei, stakedAt, unstakeableAt, denaGdp, ...none };
  }
  if (command.is !== 'stake-nft' && command.is !== 'unstake') return null;
  const stake = nftStakeSchema.parse(answer);
  return {
    id: stake.id,
    kind: stake.nftType === 'museum' ? 'cultural' : 'national',
    amountWei: 0n,
    quantity: stake.quantity,
    stakedAt: stake.stakedAt,
    unstakeableAt: stake.unstakeableAt,
    km2: stake.territoryValue,
    hundredths: Math.round(stake.productionBonus * 100),
    culturalGdp: stake.culturalGdpBonus,
    denaGdp: 0,
  };
}
