/** Writes what run.ts reads of a run of Playwright (report.ts). */
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { ranOutOfTime, writeReport, type Report } from './report.ts';

const messagesOf = (errors: readonly TestError[]): readonly string[] =>
  errors.map(({ message = '' }) => message);

const nameOf = (test: TestCase): string => test.titlePath().filter(Boolean).join(' > ');

export default class RunReporter implements Reporter {
  #all: Suite | null = null;
  readonly #errors: TestError[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#all = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const report: Report = { passed: 0, skipped: 0, failures: [], flaky: [], files: {} };
    for (const test of this.#all?.allTests() ?? []) {
      const file = relative(process.cwd(), test.location.file);
      const seconds = test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      report.files[file] = (report.files[file] ?? 0) + seconds;
      const outcome = test.outcome();
      if (outcome === 'skipped') report.skipped += 1;
      else if (outcome === 'unexpected') {
        const errors = test.results.flatMap((result) => result.errors);
        report.failures.push({
          name: nameOf(test),
          ranOutOfTime: ranOutOfTime(messagesOf(errors)),
        });
      } else {
        report.passed += 1;
        if (outcome === 'flaky') report.flaky.push(nameOf(test));
      }
    }
    if (this.#errors.length > 0) {
      const errors = messagesOf(this.#errors);
      report.failures.push({
        name: `outside of all tests: ${errors[0]?.split('\n', 1)[0]}`,
        ranOutOfTime: ranOutOfTime(errors),
      });
    }
    writeReport(report);
  }
}
