/**
 * A wallet as people recognise it: its woven square, its name if it has one, and always its short address. A name
 * keeps the room: up to 24 characters it is whole, longer ones are cut in the middle, and the address beside it is
 * its last four characters.
 */
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { shortAddress } from '../../../common/values/short-address.ts';
import { Badge } from './Badge.tsx';
import { Identicon } from './Identicon.tsx';
import { Laurel } from './Laurel.tsx';
import { NARROW, Row } from './layout/boxes.ts';
import { oneLine } from './text.ts';

const Mention = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
  max-inline-size: 100%;
  justify-self: start;
  text-decoration: none;

  &:is(a):hover [data-lead] {
    text-decoration: underline;
  }
`;

const beside = css`
  flex-direction: row;
  align-items: baseline;
`;

/** Its place is one line high: an address that doesn't fit beside the name is in the next, out of sight. */
const yields = css`
  ${beside}
  flex-wrap: wrap;
  align-content: start;
  block-size: 1.3em;
  overflow: hidden;
`;

const LAYOUTS = {
  below: null,
  beside,
  'below-if-wide': css`
    @media ${NARROW} {
      ${beside}
    }
  `,
  yields,
  'yields-if-wide': css`
    ${yields}

    @media ${NARROW} {
      flex-wrap: nowrap;
    }
  `,
};

const Texts = styled.span<{ readonly $address: keyof typeof LAYOUTS }>`
  display: flex;
  flex-direction: column;
  gap: 0 var(--space-2);
  min-inline-size: 0;
  line-height: 1.3;
  ${({ $address }) => LAYOUTS[$address]}
`;

const Name = styled.span`
  ${oneLine}
  font-weight: 500;
`;

/** Of a long name and what is left of it: where they have no room it is the start that gives way. */
const Cut = styled.bdi`
  display: flex;

  > :first-child {
    ${oneLine}
  }
`;

const Address = styled.span`
  ${oneLine}
`;

/** Beside the name it is whole; below it, as wide as the place at most. */
const Detail = styled.span`
  ${oneLine}
  flex: none;
  color: var(--ink-faint);
  font-size: var(--text-caption);
`;

const Below = styled.span`
  display: flex;
  flex: none;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;

  > :nth-child(2) {
    line-height: 1rem;
  }
`;

/** Read with the rest of the address, as one word, and copied with it; only not in sight. */
const Start = styled.span`
  font-size: 0;
`;

/** The short address of which only the end is in sight. */
function AddressEnd({ wallet }: { readonly wallet: string }) {
  const [start = '', end = ''] = shortAddress(wallet).split('…');
  return (
    <>
      <Start>{start}</Start>
      <span>{`…${end}`}</span>
    </>
  );
}

const LONGEST_NAME = 24;
/** Of a longer name: enough to recognise it, and its `.eth`. */
const KEPT = { start: 13, end: 7 };

/** The name as it is shown: `averyveryvery…ame.eth`. */
export function shownName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= LONGEST_NAME) return name;
  return `${letters.slice(0, KEPT.start).join('')}…${letters.slice(-KEPT.end).join('')}`;
}

interface PersonProps {
  /** The full address, EIP-55. */
  readonly wallet: string;
  /** The verified ENS name, if there is one. */
  readonly name?: string | null | undefined;
  /** Px; 0 hides the square. */
  readonly avatar?: number;
  /** Where the address is; `yields`: beside the name where both have room. */
  readonly address?: keyof typeof LAYOUTS;
  /** A badge says so. */
  readonly isYou?: boolean;
  /** False inside an existing link. */
  readonly isLink?: boolean;
  /** False where the same name, with its laurel, is close by. */
  readonly hasLaurel?: boolean;
  /** -1 inside a list that moves its own focus by arrow keys. */
  readonly tabIndex?: number;
}

/** The path of a player's page. */
export function playerPath(wallet: string): string {
  return `/player/${wallet}`;
}

/** Links to the player's page. */
export function Person(props: PersonProps) {
  const { wallet, name, avatar = 24, address = 'beside', isYou = false, isLink = true } = props;
  const { hasLaurel = true } = props;
  const [start, end] = name ? shownName(name).split('…') : [];
  // The name has the line to itself.
  const isBelow = address === 'below' && Boolean(name);
  const isBadgeBelow = isYou && isBelow;
  const badge = <Badge $tone="action">You</Badge>;
  // Where the address yields, its line may be wider than its words: the laurel is with the name.
  const isInLine = Boolean(name) && address.startsWith('yields');
  const laurel = hasLaurel && <Laurel wallet={wallet} />;
  const inside = (
    <>
      {avatar > 0 && <Identicon address={wallet} size={avatar} />}
      {name ? (
        <Texts $address={address}>
          <Name data-lead>
            {end === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <Cut>
                <span>{`${start}…`}</span>
                <span>{end}</span>
              </Cut>
            )}
          </Name>
          {isInLine && laurel}
          <Below>
            <Detail>
              <AddressEnd wallet={wallet} />
            </Detail>
            {isBelow && <Laurel wallet={wallet} />}
            {isBadgeBelow && badge}
          </Below>
        </Texts>
      ) : (
        <Address data-lead>{shortAddress(wallet)}</Address>
      )}
      {!isBelow && !isInLine && laurel}
    </>
  );
  const title = name ? `${name} ${wallet}` : wallet;
  const mention = isLink ? (
    <Mention as={Link} data-tap to={playerPath(wallet)} title={title} tabIndex={props.tabIndex}>
      {inside}
    </Mention>
  ) : (
    <Mention title={title}>{inside}</Mention>
  );
  if (!isYou || isBadgeBelow) return mention;
  return (
    <Row as="span" $gap={2}>
      {mention}
      {badge}
    </Row>
  );
}
