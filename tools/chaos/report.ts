/** The result of a run: its counts, and the differences it found. */
import type { FaultKind } from './plan.ts';

export class Counts {
  readonly faults = new Map<FaultKind, number>();
  readonly #numbers = new Map<string, number>();

  fault(kind: FaultKind): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  add(what: string, more = 1): void {
    this.#numbers.set(what, this.of(what) + more);
  }

  /** Records the maximum of a value. */
  most(what: string, value: number): void {
    this.#numbers.set(what, Math.max(this.of(what), value));
  }

  of(what: string): number {
    return this.#numbers.get(what) ?? 0;
  }

  lines(): string[] {
    const list = (of: ReadonlyMap<string, number>) =>
      [...of].map(([name, count]) => `${name} ${count}`).join(', ');
    const faults = [...this.faults.values()].reduce((sum, count) => sum + count, 0);
    return [`faults: ${faults} (${list(this.faults)})`, list(this.#numbers)];
  }
}

/** More would not be read. */
const MOST_SHOWN = 25;

/** @param deedsOf the last deeds of the wallets named in a finding, in words. */
export function findings(
  complaints: readonly string[],
  deedsOf: (text: string) => readonly string[],
): string[] {
  const distinct = [...new Set(complaints)];
  const shown = distinct.slice(0, MOST_SHOWN);
  return [
    ...shown.map((words) => `! ${words}`),
    ...(distinct.length > shown.length ? [`! and ${distinct.length - shown.length} more`] : []),
    ...shown.slice(0, 3).flatMap((words) => deedsOf(words).map((deed) => `    ${deed}`)),
  ];
}
