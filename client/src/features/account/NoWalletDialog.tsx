/** What to do after pressing whatever connects a wallet in a browser without one [SCR69]. */
import { ArrowUpRight, Copy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { copyLink } from '../../ui/copy-link.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { isHandheld, metaMaskLink } from '../../wallet/handheld.ts';

const Options = styled.ul`
  display: grid;
  margin-block: calc(-1 * var(--space-3));

  > li {
    display: grid;
    gap: var(--space-2);
    padding-block: var(--space-3);
    color: var(--ink-muted);
  }

  > li + li {
    border-block-start: 1px solid var(--rule);
  }
`;

const Way = styled.a`
  display: inline-flex;
  gap: var(--space-1);
  align-items: center;
  justify-self: start;
  min-block-size: var(--tap);
  color: var(--action);
  font-weight: 500;
`;

export function NoWalletDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="No wallet found"
      description="This browser has no wallet yet. Watching needs none."
      width="30rem"
    >
      <Options>
        {isHandheld(navigator) ? <InWalletApps /> : <Install />}
        <li>
          <Way as={Link} to="/learn" onClick={onClose}>
            How it works
          </Way>
          Four steps from a wallet to a nation of your own.
        </li>
      </Options>
    </Dialog>
  );
}

function Install() {
  return (
    <li>
      <Way href="https://metamask.io" target="_blank" rel="noopener">
        Install MetaMask
        <ArrowUpRight size={16} aria-hidden />
      </Way>
      It is free. Once it is installed, come back and connect it.
    </li>
  );
}

/** A wallet on a phone is an app with a browser of its own: the page goes there. */
function InWalletApps() {
  return (
    <>
      <li>
        <ButtonAnchor tone="primary" target="_self" href={metaMaskLink(location.href)}>
          Open in MetaMask
        </ButtonAnchor>
        This page opens in the browser of MetaMask’s app, where you can connect.
      </li>
      <li>
        <Button onClick={() => void copyLink(location.href)}>
          <Copy size={16} aria-hidden />
          <span>Copy this page’s address</span>
        </Button>
        For another wallet: paste it into the browser of that wallet’s app.
      </li>
    </>
  );
}
