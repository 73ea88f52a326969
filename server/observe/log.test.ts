import { expect, test } from 'vitest';
import { keptLog } from '../test/support/kept-log.ts';

test('whatever is logged about a request or an answer, nobody can act with it', () => {
  const { log, text, lineWith } = keptLog();
  const headers = { cookie: 'hush', authorization: 'hush', 'set-cookie': ['hush'], host: 'here' };
  log.info({ req: { headers }, res: { headers: { 'set-cookie': 'hush' } } }, 'a request');
  expect(text()).toContain('here');
  expect(lineWith('a request')).toMatchObject({
    req: { headers: { cookie: '[redacted]', authorization: '[redacted]' } },
    res: { headers: { 'set-cookie': '[redacted]' } },
  });
});
