/** Where the game is played: its processes, as a client behind a balancer meets them. */
export interface Process {
  readonly name: string;
  readonly url: string;
  /** Raised with each start; the same before and after an exchange: it was one process that answered. */
  readonly incarnation: number;
}

export interface Place {
  /** What players open; sign-in messages name it. */
  readonly origin: string;
  readonly processes: readonly Process[];
  readonly contracts: Readonly<Record<'national' | 'cultural', string>>;
}

/** A finding, in words. */
export type Complain = (words: string) => void;
