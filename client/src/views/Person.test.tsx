import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Person } from './Person.tsx';

it('a name keeps its own direction of writing, whatever stands around it', () => {
  const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const markup = renderToStaticMarkup(<Person wallet={wallet} name="אברהם.eth" isLink={false} />);
  expect(markup).toContain('<bdi>אברהם.eth</bdi>');
});
