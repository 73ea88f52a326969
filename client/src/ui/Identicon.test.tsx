import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Identicon } from './Identicon.tsx';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const drawn = (address: string) => {
  const markup = renderToStaticMarkup(<Identicon address={address} />);
  return [...markup.matchAll(/<rect x="(\d)" y="(\d)"/g)].map(
    ([, x, y]) => [Number(x), y] as const,
  );
};

it('is the same for every spelling of an address, and differs for another address', () => {
  expect(drawn(ADDRESS.toLowerCase())).toEqual(drawn(ADDRESS));
  expect(drawn(`0x${'1'.repeat(39)}2`)).not.toEqual(drawn(ADDRESS));
});
