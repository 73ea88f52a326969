/**
 * For vitest: leaves the failures that belong to no test, and that its JSON report therefore leaves out. They
 * fail a run whose tests all pass: an unhandled rejection, or a hook of a `describe` (its tests are skipped).
 */
import { rmSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { OTHER_FAILURES } from './reports.ts';

export default class OtherFailuresReporter implements Reporter {
  readonly #file: string;

  constructor({ file = OTHER_FAILURES }: { readonly file?: string } = {}) {
    this.#file = file;
  }

  onInit(): void {
    rmSync(this.#file, { force: true });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = [
      ...modules.flatMap((module) =>
        [...module.children.allSuites()].flatMap((suite) =>
          suite
            .errors()
            .map((error) => `${module.relativeModuleId} › ${suite.fullName}\n${textOf(error)}`),
        ),
      ),
      ...unhandled.map((error) => `Unhandled: ${textOf(error)}`),
    ];
    writeFileSync(this.#file, JSON.stringify(failures));
  }
}

const textOf = ({ name, message, stack }: SerializedError): string =>
  stack ?? `${name}: ${message}`;
