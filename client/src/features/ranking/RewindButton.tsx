/** Leads into the past: an hour back, or to the game's beginning if that is nearer. */
import { instantOf } from '../../../../common/values/instant.ts';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { Button } from '../../ui/Button.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { rewindLink } from '../../views/rewind-link.ts';
import { ONE_COLUMN, PHONE } from './ranking-grid.ts';

const HOUR_MS = 60 * 60_000;

const Slot = styled.div`
  > button {
    padding-inline: var(--space-2);
  }

  @media ${ONE_COLUMN} {
    > button {
      font-size: var(--text-caption);
    }
  }

  @media ${PHONE} {
    > button {
      min-inline-size: var(--tap);

      > span {
        ${visuallyHidden}
      }
    }
  }

  @media print {
    display: none;
  }
`;

export function RewindButton() {
  const { data } = useQuery(nationsHistoryQuery('24h'));
  const now = useGameNow();
  const navigate = useNavigate();
  const begunMs = data?.begunAt ? instantOf(data.begunAt) : 0;
  return (
    <Slot>
      <Button
        tone="quiet"
        title="See the ranking as it was"
        onClick={() => navigate(rewindLink(Math.max(begunMs, Math.floor(now()) - HOUR_MS)))}
      >
        <History size={16} aria-hidden />
        <span>Rewind</span>
      </Button>
    </Slot>
  );
}
