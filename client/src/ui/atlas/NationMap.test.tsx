import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NationMap } from './NationMap.tsx';

it('its coast and water lines are drawn in px, however large the map', () => {
  const markup = renderToStaticMarkup(<NationMap nation="italy" graticule />);
  const drawn = [...markup.matchAll(/<path [^>]*>/g)].map(([path]) => path);
  expect(drawn).toHaveLength(2);
  // CSS rules do not reach the copies that `use` makes: the attribute must be on the path itself.
  for (const path of drawn) expect(path).toContain('vector-effect="non-scaling-stroke"');
  expect(markup.match(/<use /g)?.length).toBeGreaterThan(8);
});
