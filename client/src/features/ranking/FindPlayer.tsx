/** The player search field; the query lives in the page's URL. */
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useShortcut } from '../../ui/shortcuts.ts';
import { NARROW } from '../../ui/layout/boxes.ts';
import { rankingLink } from './ranking-url.ts';

/** How long typing must pause before the search starts. */
const REST_MS = 250;
const MOST_CHARACTERS = 64;

const Field = styled.search`
  position: relative;
  flex: 1 1 9rem;
  min-inline-size: 7.5rem;
  max-inline-size: 15rem;

  > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.5rem;
    block-size: 100%;
    color: var(--ink-faint);
    pointer-events: none;
  }

  > input {
    inline-size: 100%;
    min-block-size: 2.25rem;
    padding: 0 0 0 1.75rem;
    border: 1px solid var(--rule-strong);
    border-radius: var(--radius);
    background: var(--surface-raised);
    color: var(--ink);
    font-size: 1rem;
  }

  > input::placeholder {
    color: var(--ink-faint);
    opacity: 1;
  }

  @media ${NARROW} {
    flex: 1 0 100%;
    max-inline-size: none;
    margin-block: var(--space-3);

    > input {
      min-block-size: var(--tap);
    }

    /* A button until it is used; then a line of its own. */
    &[data-empty]:not(:focus-within) {
      flex: 0 0 var(--tap);
      min-inline-size: 0;
      margin: 0;

      > svg {
        inset-inline: 0;
        margin-inline: auto;
        color: var(--ink);
      }

      > input {
        padding: 0;
        border-color: transparent;
        background: none;
        cursor: pointer;
      }

      > input::placeholder {
        opacity: 0;
      }
    }
  }

  @media print {
    display: none;
  }
`;

export function FindPlayer({
  q,
  season = null,
}: {
  readonly q: string;
  /** The week that is searched; null: the ranking of all time. */
  readonly season?: string | null;
}) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  // A query in the URL that was not typed here came from a link or the Back button.
  const [seen, setSeen] = useState(q);
  const [announced, setAnnounced] = useState(q);
  if (seen !== q) {
    setSeen(q);
    if (announced !== q) {
      setAnnounced(q);
      setText(q);
    }
  }
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === q) return undefined;
    const timer = setTimeout(() => {
      setAnnounced(wanted);
      // Back undoes the first letter; later letters add no history entry.
      void navigate(rankingLink({ season, q: wanted }), {
        replace: q !== '',
        preventScrollReset: true,
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, q, season, navigate]);

  useShortcut('/', () => input.current?.focus());
  return (
    <Field data-empty={text === '' ? '' : undefined}>
      <Search size={16} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label="Find a player by name or address"
        placeholder="Find player"
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
          }
        }}
      />
    </Field>
  );
}
