import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('whatever is logged of a request or an answer, nobody can act with it', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog('info', destination);
  const headers = { cookie: 'hush', authorization: 'hush', 'set-cookie': ['hush'], host: 'here' };
  log.info({ req: { headers }, res: { headers: { 'set-cookie': 'hush' } } }, 'a request');
  expect(lines.join('')).toContain('here');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    req: { headers: { cookie: '[redacted]', authorization: '[redacted]' } },
    res: { headers: { 'set-cookie': '[redacted]' } },
  });
});
