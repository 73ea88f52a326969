/**
 * The protocol version that introduced each live message and each kind of event, so that an older page is
 * sent only what it knows. Adding one without its version does not compile.
 */
import { written } from '../values/cultural.ts';
import type { EventKind } from '../values/game-event.ts';
import type { SentMessages } from './live.ts';

interface Since {
  readonly messages: Readonly<Record<keyof SentMessages, number>>;
  readonly kinds: Readonly<Record<EventKind, number>>;
}

export const SINCE: Since = {
  messages: { leaderboard: 1, gdp: 1, player: 1, resync: 1, watching: 7 },
  kinds: {
    'nation-chosen': 1,
    'dena-staked': 1,
    'dena-unstaked': 1,
    'national-staked': 1,
    'national-unstaked': 1,
    'cultural-staked': 1,
    'cultural-unstaked': 1,
    traded: 1,
    'resources-settled': 1,
    'holdings-verified': 1,
    'stakes-unbacked': 1,
    'name-checked': 7,
    contributed: 10,
  },
};

/** What a client of each version understands. */
export class Vocabulary {
  readonly #since: Since;
  /** By the kind's wire name. */
  readonly #sinceOfKind: ReadonlyMap<string, number>;

  constructor(since: Since = SINCE) {
    this.#since = since;
    this.#sinceOfKind = new Map(
      Object.entries(since.kinds).map(([kind, version]) => [written(kind), version]),
    );
  }

  /** @param kind its wire name. */
  knowsKind(kind: string, version: number): boolean {
    return version >= (this.#sinceOfKind.get(kind) ?? Infinity);
  }

  /** The lowest version at which a client understands everything in a message. */
  neededFor<Name extends keyof SentMessages>(name: Name, message: SentMessages[Name]): number {
    const kinds = causesIn(message).map(({ kind }) => this.#sinceOfKind.get(kind) ?? Infinity);
    return Math.max(this.#since.messages[name], ...kinds);
  }

  /** A message as sent to a client of this version; null if the client does not know it at all. */
  messageFor<Name extends keyof SentMessages>(
    version: number,
    name: Name,
    message: SentMessages[Name],
  ): SentMessages[Name] | null {
    if (version < this.#since.messages[name]) return null;
    if (version >= this.neededFor(name, message)) return message;
    const causes = causesIn(message).filter(({ kind }) => this.knowsKind(kind, version));
    return { ...message, causes };
  }
}

type Causes = SentMessages['gdp']['causes'];

/** The only place in the messages that holds kinds of events. */
function causesIn(message: SentMessages[keyof SentMessages]): Causes {
  return 'causes' in message ? message.causes : [];
}
