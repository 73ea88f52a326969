import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { Person, shownName } from './Person.tsx';

it('a name keeps its own direction of writing, whatever stands around it', () => {
  const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const markup = renderToStaticMarkup(<Person wallet={wallet} name="אברהם.eth" isLink={false} />);
  expect(markup).toContain('<bdi>אברהם.eth</bdi>');
});

it('[NAM1] a name is a link that says the whole address; beside it is the end of it, where asked for', () => {
  const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const markup = (hasAddress: boolean) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Person wallet={wallet} name="anna.eth" avatar={0} hasAddress={hasAddress} />
      </MemoryRouter>,
    );
  expect(markup(false)).toContain(`title="anna.eth ${wallet}"`);
  expect(markup(false)).toContain(`href="/player/${wallet}"`);
  expect(markup(false)).not.toContain('79C8<');
  expect(markup(true)).toContain('…79C8<');
});

it('a name is whole up to 24 characters, and a longer one is cut in the middle', () => {
  const whole = 'twenty-four-letters.eth!';
  expect(shownName(whole)).toBe(whole);
  expect(shownName(`${'a'.repeat(76)}.eth`)).toBe(`${'a'.repeat(13)}…aaa.eth`);
});
