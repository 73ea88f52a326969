/** What moved a nation's GDP just now, as the live messages tell it, before any event is read. Pure. */
import type { GdpMessage } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';

export type LiveCause = GdpMessage['causes'][number] & {
  /** The event's id; of its own among the causes of an epoch where a server of version 6 sent it. */
  readonly key: string;
  readonly nationId: NationId;
  /** The commit was later than `since`, where that is known, and `rev` at the latest. */
  readonly since: Rev | null;
  readonly rev: Rev;
  /** When it happened by the game's clock, in ms; of a server of version 6, when it was heard. */
  readonly atMs: number;
  /** When it was heard, in ms by the game's clock. */
  readonly heardMs: number;
  /** Whether it made its player the nation's president, or took the presidency from them. */
  readonly presidency: 'won' | 'lost' | null;
};

export type Told = Pick<
  GdpMessage,
  'rev' | 'nationId' | 'causes' | 'causesLeftOut' | 'gdp' | 'players' | 'presidentWallet'
>;

/** The nation as its message before this one had it. */
export type ToldBefore = Pick<Told, 'rev' | 'gdp' | 'players' | 'presidentWallet'>;

/** Some minutes of a busy game; GET /api/events has what is older. */
const KEPT = 400;

/**
 * The causes with those of a message before them, newest first.
 * @param before null where no message of the nation was heard.
 */
export function withCauses(
  held: readonly LiveCause[],
  message: Told,
  before: ToldBefore | null,
  heardMs: number,
): readonly LiveCause[] {
  const { rev, nationId, causes } = message;
  if (causes.length === 0) return held;
  const decisive = decisiveCause(message, before);
  const news = causes.map((cause, i): LiveCause => {
    const { id, at, walletAddress } = cause;
    return {
      ...cause,
      key: id ?? `${rev}.${nationId}.${i}`,
      nationId,
      since: before?.rev ?? null,
      rev: id ?? rev,
      atMs: at === undefined ? heardMs : Date.parse(at),
      heardMs,
      presidency:
        i !== decisive ? null : walletAddress === message.presidentWallet ? 'won' : 'lost',
    };
  });
  return [...news.toReversed(), ...held].slice(0, KEPT);
}

/** Whether commits that moved the nation are not among what was told: the events have them. */
export function missesCauses(message: Told, before: ToldBefore | null): boolean {
  if (message.causesLeftOut) return true;
  if (!before || message.causes.length > 0) return false;
  return message.gdp !== before.gdp || message.players !== before.players;
}

/** [PRE1] The place of the last cause by which the nation got another president; -1 for none. */
function decisiveCause({ causes, presidentWallet }: Told, before: ToldBefore | null): number {
  if (!before || before.presidentWallet === presidentWallet) return -1;
  const isOf = (wallet: Address | null, kinds: readonly string[]) =>
    causes.findLastIndex((cause) => cause.walletAddress === wallet && kinds.includes(cause.kind));
  const won = presidentWallet ? isOf(presidentWallet, ['cultural-staked']) : -1;
  return won >= 0 ? won : isOf(before.presidentWallet, ['cultural-unstaked', 'stakes-unbacked']);
}
