/**
 * A closed week as a story [SCR78]: each of its highlights leads to the ranking just before it. A
 * week without any shows nothing.
 */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { formatDayTime } from '../../ui/format.ts';
import { PHONE } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Caption } from '../../ui/text.ts';
import { rewindLink, weekLink } from '../../views/paths.ts';
import { WEEK_MS } from '../../../../common/values/week.ts';
import { storyOf } from './story.ts';

/** Four seconds of playing, for one to look. */
const BEFORE_MS = 40_000;

const Line = styled(PanelRow)`
  padding-block: var(--space-2);

  @media ${PHONE} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
`;

export function WeekStory({ week, data }: { readonly week: number; readonly data: SeasonDetail }) {
  const names = new Map(data.entries.map(({ walletAddress, name }) => [walletAddress, name]));
  const told = storyOf(
    (data.highlights ?? []).map((one) => ({
      ...one,
      // Who had no name when the week was told may be called by the one that its list has.
      wallets: one.wallets.map((who) => ({
        ...who,
        name: who.name ?? names.get(who.walletAddress) ?? null,
      })),
    })),
  );
  if (told.length === 0) return null;
  return (
    <Panel title="How it went" flush>
      <PanelRows aria-label="How it went">
        {told.map(({ kind, at, text, wallets, figures: { from = 0, to = 0, ms } }) => {
          const isFinish = kind === 'finish';
          // Who led all week did so to its end.
          const isEnd = isFinish || ms === WEEK_MS;
          const plays = isEnd ? data.season.to : at;
          return (
            <Line key={`${at} ${text}`} $columns="minmax(0, 1fr) auto" $height="3rem">
              <Link
                data-tap
                to={rewindLink(instantOf(plays) - BEFORE_MS)}
                state={{
                  plays,
                  found: wallets[0]?.walletAddress,
                  text,
                  places: from - to,
                  isEnd,
                  // A week is won by what is gained: its own ranking shows it.
                  goesOn: isFinish ? weekLink(week) : undefined,
                }}
                title="See it happen"
              >
                <bdi dir="ltr">{text}</bdi>
              </Link>
              {!isEnd && (
                <Caption as="time" dateTime={at}>
                  {formatDayTime(new Date(at))}
                </Caption>
              )}
            </Line>
          );
        })}
      </PanelRows>
    </Panel>
  );
}
