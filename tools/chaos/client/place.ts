/** Where the game is played: its processes, as a client behind a load balancer sees them. */
export interface Process {
  readonly name: string;
  readonly url: string;
  /** Raised by each start. If it is the same before and after an exchange, one process answered. */
  readonly incarnation: number;
}

export interface Place {
  /** The URL players open, and the one sign-in messages name. */
  readonly origin: string;
  readonly processes: readonly Process[];
  readonly contracts: Readonly<Record<'national' | 'cultural', string>>;
}

/** Reports a finding, in words. */
export type Complain = (words: string) => void;
