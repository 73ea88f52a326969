import { expect, test } from 'vitest';
import { ApiError, failureReason, failureText, NetworkError } from './api-error.ts';

const OTHERWISE = 'Failed to execute trade';

test('a refusal gives its status and its body, any other failure its own message', () => {
  expect(failureText(new ApiError(409, 'Too late.'), OTHERWISE)).toBe('409: Too late.');
  expect(failureText(new NetworkError('No answer.'), OTHERWISE)).toBe('No answer.');
});

test('[TXT4, TXT5] without any message, the fallback text is used', () => {
  for (const silent of [new Error(''), new DOMException('', 'AbortError'), 'thrown', undefined]) {
    expect(failureText(silent, OTHERWISE)).toBe(OTHERWISE);
    expect(failureReason(silent)).toBeUndefined();
  }
});
