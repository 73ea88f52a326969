/** Selects what the feed shows: big moves, all events, or those of one nation. */
import { useRef, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { ChoiceButton } from '../../ui/choice-button.ts';

const FEED_TABS = ['big', 'all', 'nation'] as const;
export type FeedTab = (typeof FEED_TABS)[number];

const LABELS: Readonly<Record<FeedTab, string>> = {
  big: 'Big moves',
  all: 'All',
  nation: 'Nation',
};

const Tabs = styled.div`
  display: flex;
  gap: var(--space-1);
  margin-block: calc(-1 * var(--space-3));
  margin-inline-end: calc(-1 * var(--space-2));
`;

/** @param panelId the id of the panel that the tabs control. */
export function FeedTabs({
  tab,
  panelId,
  onChange,
}: {
  readonly tab: FeedTab;
  readonly panelId: string;
  readonly onChange: (tab: FeedTab) => void;
}) {
  const tabs = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(tab, event.key);
    if (!next) return;
    event.preventDefault();
    onChange(next);
    tabs.current?.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };
  return (
    <Tabs ref={tabs} role="tablist" aria-label="Activity shown" onKeyDown={onKeyDown}>
      {FEED_TABS.map((one) => (
        <ChoiceButton
          key={one}
          type="button"
          role="tab"
          data-tab={one}
          aria-selected={one === tab}
          aria-controls={panelId}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChange(one)}
        >
          {LABELS[one]}
        </ChoiceButton>
      ))}
    </Tabs>
  );
}

/** The tab a key leads to, wrapping around the ends; null for other keys. */
function tabAfter(tab: FeedTab, key: string): FeedTab | null {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (key === 'Home') return FEED_TABS[0];
  if (key === 'End') return FEED_TABS[FEED_TABS.length - 1] ?? null;
  if (step === undefined) return null;
  const count = FEED_TABS.length;
  return FEED_TABS[(FEED_TABS.indexOf(tab) + step + count) % count] ?? null;
}
