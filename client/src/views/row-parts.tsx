/** Parts shared by all ranked lists: the glow of a changed row, the nation, its President. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { css, keyframes, styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { byNation, NATIONS, type NationId } from '../../../common/values/nations.ts';
import { Flag } from '../ui/atlas/Flag.tsx';
import { formatCount } from '../../../common/values/figures.ts';
import { oneLine } from '../ui/text.ts';
import { nationPath } from './paths.ts';

const fade = keyframes`
  from { opacity: 0.26; }
  to { opacity: 0; }
`;

/**
 * What lights up. Its parent is positioned and isolated: it lies under the text, above the surface.
 */
export const glow = css`
  position: absolute;
  inset: 0;
  z-index: -1;
  background: var(--action-fill);
  opacity: 0;
  pointer-events: none;
  animation: ${fade} var(--motion-glow) ease-out;
`;

const Light = styled.span`
  ${glow}
`;

/**
 * Lights up its positioned, isolated parent briefly whenever `value` changes, never when it first
 * appears.
 */
export function Glow({ value }: { readonly value: number }) {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 });
  return seen.changes > 0 ? <Light key={seen.changes} aria-hidden /> : null;
}

const Nation = styled(Link)`
  display: inline-flex;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;
  font-weight: 500;
  text-decoration: none;

  > :last-child {
    ${oneLine}
  }

  &:hover {
    text-decoration: underline;
  }
`;

/** A nation's flag and name, which lead to its page. */
export function NationLink({ nationId }: { readonly nationId: NationId }) {
  return (
    <Nation data-tap to={nationPath(nationId)}>
      <Flag nation={nationId} height={16} />
      <span>{NATIONS[nationId].name}</span>
    </Nation>
  );
}

type Named = Pick<LeaderboardEntry, 'nationId' | 'walletAddress' | 'name' | 'presidentWallet'>;

/** The presidents' names, as far as these rows include them. */
export function presidentNamesOf(
  rows: readonly Named[],
): Readonly<Record<NationId, string | null>> {
  const names = new Map(rows.map((row) => [row.walletAddress, row.name]));
  return byNation((nationId) => {
    const president = rows.find((row) => row.nationId === nationId)?.presidentWallet;
    return (president && names.get(president)) ?? null;
  });
}

export function culturalNfts(count: number): string {
  return count === 1 ? '1 cultural NFT' : `${formatCount(count)} cultural NFTs`;
}
