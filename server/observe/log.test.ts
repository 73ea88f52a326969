import { expect, test } from 'vitest';
import { captureLog } from '../test/support/captured-log.ts';
import { LINES_OF_A_KIND } from './log.ts';

test('whatever is logged about a request or an answer, nobody can act with it', () => {
  const { log, text, lineWith } = captureLog();
  const headers = { cookie: 'hush', authorization: 'hush', 'set-cookie': ['hush'], host: 'here' };
  log.info({ req: { headers }, res: { headers: { 'set-cookie': 'hush' } } }, 'a request');
  expect(text()).toContain('here');
  expect(lineWith('a request')).toMatchObject({
    req: { headers: { cookie: '[redacted]', authorization: '[redacted]' } },
    res: { headers: { 'set-cookie': '[redacted]' } },
  });
});

test('a warning that is repeated is logged a hundred times a minute at most, another one as well', () => {
  const { log, count } = captureLog();
  for (let n = 0; n < 2 * LINES_OF_A_KIND; n += 1) {
    log.warn({ n }, 'a row can’t be read');
    log.info({ n }, 'a wallet signed in');
  }
  log.error('another fault');
  expect(count('a row can’t be read')).toBe(LINES_OF_A_KIND);
  expect(count('others like it are not logged for up to a minute')).toBe(1);
  expect(count('a wallet signed in')).toBe(2 * LINES_OF_A_KIND);
  expect(count('another fault')).toBe(1);
});
