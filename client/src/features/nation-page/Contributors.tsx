/** Who has contributed the most to the nation's work [WRK1]. */
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { ContributorView } from '../../../../common/protocol/nations.ts';
import type { Address } from '../../../../common/values/address.ts';
import { RESOURCE_TYPES } from '../../../../common/values/resources.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatCount } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Person } from '../../ui/Person.tsx';
import { figures } from '../../ui/text.ts';
import { shareText } from '../../views/works/progress.ts';

/** As high as the stages beside them. */
const SHOWN = 7;
const WAITING_ROWS = 3;

const Title = styled.h3`
  margin-block-end: var(--space-2);
  font-family: inherit;
  font-size: var(--text-body);
  font-weight: 600;
`;

const List = styled.ol`
  position: relative;
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--space-3);
  align-items: center;
  min-block-size: 3.25rem;

  & + & {
    border-block-start: 1px solid var(--rule);
  }
`;

const Who = styled.span`
  display: inline-flex;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;
`;

const Units = styled.span`
  font-size: var(--text-caption);
  text-align: end;
  ${figures}

  > strong {
    font-weight: 600;
  }

  > span {
    display: inline-block;
    min-inline-size: 3.75rem;
    color: var(--ink-muted);
  }
`;

const Note = styled.p`
  color: var(--ink-muted);
`;

export function Contributors({
  contributors,
  given,
  you,
}: {
  /** Best first; null while unknown. */
  readonly contributors: readonly ContributorView[] | null;
  /** All units that the nation's players contributed. */
  readonly given: number;
  readonly you: Address | null;
}) {
  const list = useRef<HTMLOListElement>(null);
  const shown = contributors?.slice(0, SHOWN) ?? null;
  useGlide(list, shown?.map(({ walletAddress }) => walletAddress).join() ?? '');
  return (
    <section aria-labelledby="contributors">
      <Title id="contributors">Who brought the most</Title>
      {shown?.length === 0 ? (
        <Note>
          Nobody yet. Resources accrue by themselves in every player’s store: the first to
          contribute stands here first.
        </Note>
      ) : (
        <List ref={list} aria-labelledby="contributors" aria-busy={shown === null || undefined}>
          {shown
            ? shown.map(({ walletAddress, name, contributed, total }) => (
                <Row key={walletAddress} data-glide={walletAddress}>
                  <Who>
                    <Person wallet={walletAddress} name={name} isStacked />
                    {walletAddress === you && <Badge $tone="action">You</Badge>}
                  </Who>
                  <Units title={contributedText(contributed)}>
                    <strong>
                      <Figure value={total} text={formatCount(total)} />
                    </strong>{' '}
                    <span>{shareText(total, given)}</span>
                  </Units>
                </Row>
              ))
            : Array.from({ length: WAITING_ROWS }, (_, i) => (
                <Row key={i}>
                  <Skeleton $width="9rem" />
                  <Skeleton $width="4rem" />
                </Row>
              ))}
        </List>
      )}
    </section>
  );
}

/** `1,200 wood, 40 oil`. */
function contributedText(units: ContributorView['contributed']): string {
  return RESOURCE_TYPES.filter((type) => units[type] > 0)
    .map((type) => `${formatCount(units[type])} ${type}`)
    .join(', ');
}
