/**
 * A wallet as people recognise it: its woven square and its name, or its short address [NAM1]. The
 * name keeps the room: up to 24 characters it is whole, longer ones are cut in the middle. Where
 * `hasAddress` asks for it, the last four characters of its address stand beside it; the whole is
 * in the title, and a press away on the player's page.
 */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { shortAddress } from '../../../common/values/short-address.ts';
import { Badge } from './Badge.tsx';
import { Identicon } from './Identicon.tsx';
import { Laurel } from './Laurel.tsx';
import { Row } from './layout/boxes.ts';
import { oneLine } from './text.ts';

const Mention = styled.span<{ readonly $isInText: boolean }>`
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

  ${({ $isInText }) =>
    $isInText &&
    `[data-lead] {
      text-decoration: underline 1px;
    }`}
`;

/** One line high: an address that doesn't fit beside the name is in the next, out of sight. */
const Texts = styled.span<{ readonly $yields: boolean }>`
  display: flex;
  align-items: baseline;
  gap: 0 var(--space-2);
  min-inline-size: 0;
  line-height: 1.3;
  ${({ $yields }) =>
    $yields &&
    `flex-wrap: wrap;
    align-content: start;
    block-size: 1.3em;
    overflow: hidden;`}
`;

const Lead = styled.span<{ readonly $isName: boolean }>`
  ${oneLine}
  font-weight: ${({ $isName }) => ($isName ? 500 : 400)};
`;

/** A long name, cut: where it has no room, its start gives way. */
const Cut = styled.bdi`
  display: flex;

  > :first-child {
    ${oneLine}
  }
`;

const Detail = styled.span`
  flex: none;
  color: var(--ink-faint);
  font-size: var(--text-caption);
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
  /** Beside the name, where both have room. */
  readonly hasAddress?: boolean;
  /** A badge says so. */
  readonly isYou?: boolean;
  /** False inside an existing link. */
  readonly isLink?: boolean;
  /** False where the same name, with its laurel, is close by. */
  readonly hasLaurel?: boolean;
}

/** The path of a player's page. */
export function playerPath(wallet: string): string {
  return `/player/${wallet}`;
}

/** Links to the player's page. In a sentence it is the name only: `avatar={0}`. */
export function Person(props: PersonProps) {
  const { wallet, name, avatar = 24, hasAddress = false, isYou = false, isLink = true } = props;
  const { hasLaurel = true } = props;
  const inside = (
    <>
      {avatar > 0 && <Identicon address={wallet} size={avatar} />}
      <Texts $yields={hasAddress}>
        <Lead data-lead $isName={Boolean(name)}>
          {name ? <ShownName name={name} /> : shortAddress(wallet)}
        </Lead>
        {hasLaurel && <Laurel wallet={wallet} />}
        {name && hasAddress && (
          <Detail data-end>
            <AddressEnd wallet={wallet} />
          </Detail>
        )}
      </Texts>
    </>
  );
  const title = name ? `${name} ${wallet}` : wallet;
  const mention = isLink ? (
    <Mention as={Link} $isInText={avatar === 0} data-tap to={playerPath(wallet)} title={title}>
      {inside}
    </Mention>
  ) : (
    <Mention $isInText={false} title={title}>
      {inside}
    </Mention>
  );
  if (!isYou) return mention;
  return (
    <Row as="span" $gap={2}>
      {mention}
      <Badge $tone="action">You</Badge>
    </Row>
  );
}

function ShownName({ name }: { readonly name: string }) {
  const [start, end] = shownName(name).split('…');
  if (end === undefined) return <bdi>{name}</bdi>;
  return (
    <Cut>
      <span>{`${start}…`}</span>
      <span>{end}</span>
    </Cut>
  );
}
