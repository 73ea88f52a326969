/** The commits that just moved a nation's GDP, from the live messages, before any event is fetched. Pure. */
import type { GdpMessage } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';

export type LiveCause = GdpMessage['causes'][number] & {
  /** The event's id; if a server of version 6 sent the cause, an id unique among those of its epoch. */
  readonly key: string;
  readonly nationId: NationId;
  /** The commit is later than `since`, if known, and not later than `rev`. */
  readonly since: Rev | null;
  readonly rev: Rev;
  /** When it happened, in ms on the game's clock; for a server of version 6, when it was received. */
  readonly atMs: number;
  /** When it was received, in ms on the game's clock. */
  readonly heardMs: number;
  /** Whether it won or lost its player the nation's presidency. */
  readonly presidency: 'won' | 'lost' | null;
};

type Told = Pick<
  GdpMessage,
  'rev' | 'nationId' | 'causes' | 'causesLeftOut' | 'gdp' | 'players' | 'presidentWallet'
>;

/** The nation as of its previous message. */
type ToldBefore = Pick<Told, 'rev' | 'gdp' | 'players' | 'presidentWallet'>;

/** A few minutes of a busy game; GET /api/events has older ones. */
const KEPT = 400;

/**
 * This message's causes added to the earlier ones, newest first.
 * @param before null if no message of the nation has been received.
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
  return [...news.reverse(), ...held].slice(0, KEPT);
}

/** Whether commits that moved the nation are missing from its messages: the events have them. */
export function missesCauses(message: Told, before: ToldBefore | null): boolean {
  if (message.causesLeftOut) return true;
  if (!before || message.causes.length > 0) return false;
  return message.gdp !== before.gdp || message.players !== before.players;
}

/** [PRE1] The index of the last cause that changed the nation's president; -1 for none. */
function decisiveCause({ causes, presidentWallet }: Told, before: ToldBefore | null): number {
  if (!before || before.presidentWallet === presidentWallet) return -1;
  const isOf = (wallet: Address | null, kinds: readonly string[]) =>
    causes
      .map((cause) => cause.walletAddress === wallet && kinds.includes(cause.kind))
      .lastIndexOf(true);
  const won = presidentWallet ? isOf(presidentWallet, ['cultural-staked']) : -1;
  return won >= 0 ? won : isOf(before.presidentWallet, ['cultural-unstaked', 'stakes-unbacked']);
}
