/**
 * For vitest: leaves the errors that no test caught, such as an unhandled rejection. They fail a run whose
 * tests all pass, and vitest's JSON report does not name them.
 */
import { rmSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError } from 'vitest/node';
import { UNHANDLED } from './reports.ts';

export default class UnhandledReporter implements Reporter {
  readonly #file: string;

  constructor({ file = UNHANDLED }: { readonly file?: string } = {}) {
    this.#file = file;
  }

  onInit(): void {
    rmSync(this.#file, { force: true });
  }

  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    writeFileSync(this.#file, JSON.stringify(texts));
  }
}
