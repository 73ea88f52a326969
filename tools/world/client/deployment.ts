/** Where the game is played: its processes, as a client behind a load balancer sees them. */

export interface Answer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** They as UTF-8. */
  readonly text: string;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly patienceMs?: number;
}

export interface Server {
  readonly name: string;
  /** Raised by each start. If it is the same before and after an exchange, one process answered. */
  readonly incarnation: number;
  /** Null if the connection was refused or cut, or the process was silent for too long. */
  ask(path: string, asking?: Asking): Promise<Answer | null>;
}

export interface Deployment {
  readonly servers: readonly Server[];
  readonly contracts: Readonly<Record<'national' | 'cultural', string>>;
}

/** Reports a finding, in words. */
export type Complain = (words: string) => void;
