/**
 * A wallet as people recognise it: its woven square, its name if it has one, and always its short address.
 */
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { shortAddress } from '../../../common/values/short-address.ts';
import { Identicon } from '../ui/Identicon.tsx';

const whole = css`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
  max-inline-size: 100%;
  color: inherit;
  text-decoration: none;
`;

const Mention = styled.span`
  ${whole}
`;

const MentionLink = styled(Link)`
  ${whole}

  &:hover [data-lead] {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

const Texts = styled.span<{ $isStacked: boolean }>`
  display: flex;
  flex-direction: ${({ $isStacked }) => ($isStacked ? 'column' : 'row')};
  align-items: ${({ $isStacked }) => ($isStacked ? 'stretch' : 'baseline')};
  gap: 0 var(--space-2);
  min-inline-size: 0;
  line-height: 1.3;
`;

const Name = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-weight: 500;
`;

/** Beside a name, the name gives way; alone, it is cut rather than run into what follows. */
const Short = styled.span<{ $isDetail: boolean }>`
  flex: ${({ $isDetail }) => ($isDetail ? 'none' : '0 1 auto')};
  overflow: hidden;
  text-overflow: ellipsis;
  color: ${({ $isDetail }) => ($isDetail ? 'var(--ink-faint)' : 'inherit')};
  font-size: ${({ $isDetail }) => ($isDetail ? 'var(--text-caption)' : 'inherit')};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

export interface PersonProps {
  /** The full address, EIP-55. */
  readonly wallet: string;
  /** The verified ENS name, if there is one. */
  readonly name?: string | null | undefined;
  /** Px; 0 hides the square. */
  readonly avatar?: number;
  /** The name above the address instead of beside it. */
  readonly isStacked?: boolean;
  /** False inside an existing link. */
  readonly isLink?: boolean;
  /** -1 inside a list that moves its own focus by arrow keys. */
  readonly tabIndex?: number;
}

/** The path of a player's page. */
export function playerPath(wallet: string): string {
  return `/player/${wallet}`;
}

/** Links to the player's page. */
export function Person(props: PersonProps) {
  const { wallet, name, avatar = 24, isStacked = false, isLink = true, tabIndex } = props;
  const [start = '', end = ''] = shortAddress(wallet).split('…');
  const inside = (
    <>
      {avatar > 0 && <Identicon address={wallet} size={avatar} />}
      <Texts $isStacked={isStacked}>
        {name && (
          <Name data-lead>
            <bdi>{name}</bdi>
          </Name>
        )}
        <Short $isDetail={Boolean(name)} data-lead={name ? undefined : true}>
          <span data-start>{start}</span>
          <span>{`…${end}`}</span>
        </Short>
      </Texts>
    </>
  );
  if (!isLink) return <Mention title={wallet}>{inside}</Mention>;
  return (
    <MentionLink data-tap to={playerPath(wallet)} title={wallet} tabIndex={tabIndex}>
      {inside}
    </MentionLink>
  );
}
