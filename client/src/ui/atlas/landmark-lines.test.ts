import { expect, test } from 'vitest';
import { LANDMARK_LAYERS, LANDMARK_STAGES, linesOf } from './landmark-lines.ts';

const STAGES = Array.from({ length: LANDMARK_STAGES }, (_, i) => i + 1);

test.each(Object.entries(LANDMARK_LAYERS))('%s: each stage adds lines of its own', (_, layers) => {
  for (const stage of STAGES) {
    expect(layers.map((layer) => linesOf(layer, stage, stage)).join('')).not.toBe('');
  }
  expect(layers.map((layer) => linesOf(layer, 0, 0)).join('')).toBe('M4 90h112');
});

test.each(Object.entries(LANDMARK_LAYERS))(
  '%s: what stands and what is missing are the whole engraving, at any stage',
  (_, layers) => {
    for (const layer of layers) {
      const all = [0, ...STAGES].map((stage) => layer[stage] ?? '').join('');
      for (const stage of [0, ...STAGES.slice(0, -1)]) {
        expect(linesOf(layer, 0, stage) + linesOf(layer, stage + 1, LANDMARK_STAGES)).toBe(all);
      }
      expect(linesOf(layer, 0, LANDMARK_STAGES)).toBe(all);
    }
  },
);
