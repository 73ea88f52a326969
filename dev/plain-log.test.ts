import { expect, test } from 'vitest';
import { createLog } from '../server/observe/log.ts';
import { plainLog } from './plain-log.ts';

test('a line of the log is a sentence, with its causes; a bug has its stack', () => {
  const said: string[] = [];
  const log = createLog(
    'info',
    plainLog((line) => said.push(line)),
    ['hush'],
  );
  const cause = new Error('connect ECONNREFUSED http://node/hush');
  const err = new Error('The chain did not answer properly.', { cause });
  log.warn({ err }, 'the chain does not answer');
  log.info({ endpoint: 1 }, 'an endpoint answers');
  log.error({ err: new TypeError('x is undefined') }, 'a request failed');
  expect(said).toEqual([
    'Warning: the chain does not answer: The chain did not answer properly: connect ECONNREFUSED http://node/[redacted]',
    'Log: an endpoint answers {"endpoint":1}',
    expect.stringMatching(/^Error: a request failed: x is undefined\nTypeError: .*\n +at /),
  ]);
});
