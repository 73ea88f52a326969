/** Calls that were not acknowledged, grouped by reason, for a load tool's summary. */
import type { Reason } from './api-player.ts';

interface NotAcknowledged extends Reason {
  readonly status: number | null;
}

interface Group extends NotAcknowledged {
  count: number;
  /** How often each sentence occurred: one reason may contain different figures. */
  readonly sentences: Map<string, number>;
}

/** Per group, to keep the summary short. */
const MOST_SENTENCES = 3;
/** An error page may be long. */
const MOST_CHARACTERS = 160;

export class Reasons {
  readonly #groups = new Map<string, Group>();

  note({ status, code, words }: NotAcknowledged): void {
    // Without a code, only the sentence distinguishes two reasons.
    const key = `${status} ${code ?? words}`;
    const group = this.#groups.get(key) ?? { status, code, words, count: 0, sentences: new Map() };
    this.#groups.set(key, group);
    group.count += 1;
    group.sentences.set(words, (group.sentences.get(words) ?? 0) + 1);
  }

  /** A line per reason, the most frequent first: `409 stake-locked ×12: That stake is …`. */
  lines(): string[] {
    return [...this.#groups.values()].toSorted((a, b) => b.count - a.count).flatMap(linesOf);
  }
}

function linesOf({ status, code, count, sentences }: Group): string[] {
  const head = `${[status ?? 'no answer', code].filter((part) => part !== null).join(' ')} ×${count}`;
  const ranked = [...sentences].toSorted(([, a], [, b]) => b - a);
  const [only] = ranked;
  if (ranked.length === 1 && only) return [`${head}: ${short(only[0])}`];
  const shown = ranked.slice(0, MOST_SENTENCES);
  const hidden = ranked.length - shown.length;
  return [
    head,
    ...shown.map(([words, times]) => `    ×${times}: ${short(words)}`),
    ...(hidden > 0 ? [`    and ${hidden} more ${hidden === 1 ? 'sentence' : 'sentences'}`] : []),
  ];
}

function short(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
