/** One plate over the whole window: all of it, and at a press large enough to read; then it scrolls. */
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOpenerFocus } from '../../ui/use-opener-focus.ts';
import { useToken } from '../../views/use-token.ts';

/** The width at which a plate's smallest lettering is readable. */
const READABLE = '44rem';
const HEAD = '3.75rem';

const Window = styled(Radix.Content)`
  position: fixed;
  inset: 0;
  z-index: 20;
  display: grid;
  grid-template-rows: ${HEAD} minmax(0, 1fr);
  background: var(--surface);

  &:focus {
    outline: none;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  padding-inline: var(--space-4);
  border-block-end: 1px solid var(--rule);
`;

const Table = styled.section`
  display: grid;
  justify-content: safe center;
  align-content: start;
  overflow: auto;
  overscroll-behavior: contain;

  &:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
`;

const FITTED = `min(100vw, 100dvh - ${HEAD})`;

const Magnify = styled.button`
  display: block;
  inline-size: ${FITTED};
  cursor: zoom-in;

  &[aria-pressed='true'] {
    inline-size: max(1.5 * ${FITTED}, ${READABLE});
    cursor: zoom-out;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  > * {
    max-inline-size: none;
    inline-size: 100%;
  }
`;

export function FullPlate({
  kind,
  nationId,
  onClose,
}: {
  readonly kind: NftKind;
  readonly nationId: NationId;
  readonly onClose: () => void;
}) {
  const openerFocus = useOpenerFocus();
  const name = nftName(kind, nationId);
  const [isLarge, setIsLarge] = useState(false);
  const table = useRef<HTMLElement>(null);
  // What is wider than the window is scrolled to its middle.
  useLayoutEffect(() => {
    const { current } = table;
    if (isLarge && current) current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, [isLarge]);
  const { picture } = useToken(kind === 'national' ? nationId : null, kind);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Window aria-describedby={undefined} {...openerFocus}>
          <Head>
            <Radix.Title>{name}</Radix.Title>
            <Radix.Close asChild>
              <Button tone="quiet" square aria-label="Close">
                <X size={20} aria-hidden />
              </Button>
            </Radix.Close>
          </Head>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- By keyboard it scrolls while it has the focus. */}
          <Table ref={table} tabIndex={0} aria-label="The plate">
            <Magnify
              type="button"
              aria-label="Magnify"
              aria-pressed={isLarge}
              onClick={() => setIsLarge(!isLarge)}
            >
              <PlatePicture kind={kind} nation={nationId} own={picture} eager />
            </Magnify>
          </Table>
        </Window>
      </Radix.Portal>
    </Radix.Root>
  );
}
