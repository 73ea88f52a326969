import {
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { expect, test } from 'vitest';
import { mayBeWritten } from './mongo-error.ts';

test('a write that failed may have been done, unless the server refused it', () => {
  const errorLabels = [MongoErrorLabel.RetryableWriteError];
  const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
  for (const error of [
    new MongoNetworkError('connection closed'),
    new MongoServerError({ message: 'interrupted', code: 11_602, errorLabels }),
    new MongoWriteConcernError({ ok: 1, writeConcernError }),
  ]) {
    expect(mayBeWritten(error)).toBe(true);
  }
  expect(mayBeWritten(new MongoServerError({ message: 'not allowed', code: 13 }))).toBe(false);
});
