import { expect, test } from 'vitest';
import { ApiError, NetworkError } from './api-error.ts';
import { failureReason, failureText } from './failure-text.ts';

const OTHERWISE = 'Failed to execute trade';

test('a refusal is told by its status and its body, any other failure by its own words', () => {
  expect(failureText(new ApiError(409, 'Too late.'), OTHERWISE)).toBe('409: Too late.');
  expect(failureText(new NetworkError('No answer.'), OTHERWISE)).toBe('No answer.');
});

test('where nobody said anything, the words are those that were given', () => {
  for (const silent of [new Error(''), new DOMException('', 'AbortError'), 'thrown', undefined]) {
    expect(failureText(silent, OTHERWISE)).toBe(OTHERWISE);
    expect(failureReason(silent)).toBeUndefined();
  }
});

test('a reason is what the server or the wallet said, without the status', () => {
  expect(failureReason(new ApiError(409, 'Too late.'))).toBe('Too late.');
  expect(failureReason(new ApiError(500, ''))).toBeUndefined();
  expect(failureReason(new Error('The wallet could not sign.'))).toBe('The wallet could not sign.');
});
