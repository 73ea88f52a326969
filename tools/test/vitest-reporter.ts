/** Writes what run.ts reads of a run of vitest (report.ts). */
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { ranOutOfTime, writeReport, writeTail, type Report } from './report.ts';

const nameOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);

function messagesOf(error: SerializedError): readonly string[] {
  const { cause } = error;
  return [error.message, ...(cause === undefined ? [] : messagesOf(cause))];
}

const failure = (name: string, errors: readonly SerializedError[]) => ({
  name,
  ranOutOfTime: ranOutOfTime(errors.flatMap(messagesOf)),
});

export default class RunReporter implements Reporter {
  #waiting = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#waiting = specifications.length;
  }

  onTestModuleStart(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) writeTail();
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: Report = { passed: 0, skipped: 0, failures: [], flaky: [], files: {} };
    for (const module of modules) {
      const file = nameOf(module);
      report.files[file] = module.diagnostic().duration / 1000;
      if (module.errors().length > 0) report.failures.push(failure(file, module.errors()));
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length === 0) continue;
        report.failures.push(failure(`${file} > ${suite.fullName}`, suite.errors()));
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === 'passed') report.passed += 1;
        else if (state === 'skipped') report.skipped += 1;
        else report.failures.push(failure(`${file} > ${test.fullName}`, errors));
      }
    }
    for (const error of unhandled) report.failures.push(failure('outside of all tests', [error]));
    writeReport(report);
  }
}
