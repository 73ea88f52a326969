/** Tells visitors that watching needs no wallet, and shows how to get one. */
import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Stack } from '../ui/layout/boxes.ts';

const Ways = styled.ul`
  display: grid;

  > li {
    display: grid;
    padding-block: var(--space-2);
    color: var(--ink-muted);
  }

  > li + li {
    border-block-start: 1px solid var(--rule);
  }

  a {
    display: inline-flex;
    gap: var(--space-1);
    align-items: center;
    min-block-size: var(--tap);
    color: var(--action);
    font-weight: 500;
  }
`;

/** As part of a page. */
export function NoWallet() {
  return (
    <Stack as="section" $gap={2} aria-label="No wallet found">
      <h2>This browser has no wallet yet</h2>
      <NoWalletWays />
    </Stack>
  );
}

export function NoWalletWays() {
  return (
    <Ways>
      <li>
        <a href="https://metamask.io" target="_blank" rel="noopener">
          Install MetaMask
          <ArrowUpRight size={16} aria-hidden />
        </a>
        It is free. Once it is installed, come back and connect it.
      </li>
      <li>
        <Link to="/ranking">Watch live</Link>
        The ranking needs no wallet: see who passes whom, as it happens.
      </li>
      <li>
        <Link to="/learn">How it works</Link>
        Four steps from a wallet to a nation of your own.
      </li>
    </Ways>
  );
}
