/** So that a call with a parameter of a new kind is noticed in the quick tier. */
import { expect, test } from 'vitest';
import type { Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { sampleOf, samplePath } from './samples.ts';

const PARTS = ['params', 'query', 'body'] as const;

test.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s has a sample of each of its parts, which its schemas accept',
  (_name, call: Call) => {
    for (const part of PARTS) {
      const schema = call[part];
      if (schema) expect(schema.safeParse(sampleOf(call, part, {})).error).toBeUndefined();
    }
    expect(samplePath(call, {})).not.toMatch(/[{}]/);
  },
);
