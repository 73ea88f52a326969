import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, pathOf } from './call.ts';

const call = defineCall({
  method: 'GET',
  path: '/api/things/{kind}/{id}',
  summary: 'For this test only.',
  needsSession: false,
  params: z.strictObject({ kind: z.string(), id: z.number() }),
  answers: { 200: z.null() },
});

test('a path is built from its call’s parameters, each as one segment', () => {
  expect(pathOf(call, { kind: 'a/b ?', id: 7 })).toBe('/api/things/a%2Fb%20%3F/7');
});

test('a missing parameter is named', () => {
  expect(() => pathOf(call, { kind: 'a' })).toThrow('/api/things/{kind}/{id} needs a parameter id');
});
