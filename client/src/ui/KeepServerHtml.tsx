/**
 * Keeps a part of the server's HTML, whose components neither run nor load, until the live part is
 * ready to replace it. Its links work meanwhile. The server's part has the live part's size.
 */
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { useIsTakenOver } from './use-in-browser.ts';

/** No box of its own: its content is laid out as its parent's. */
const Content = styled.div`
  display: contents;
`;

export function KeepServerHtml({
  name,
  until,
  serverContent,
  children,
}: {
  /** Unique on its page. */
  readonly name: string;
  /** True once `children` have everything that they show. */
  readonly until: boolean;
  /** What the server renders, if not the children; never rendered in a browser. */
  readonly serverContent?: ReactNode;
  readonly children: ReactNode;
}) {
  const isTakenOver = useIsTakenOver();
  // On the server there is nothing to keep, and after a navigation neither.
  const [html] = useState(() => (isTakenOver ? null : serverHtml(name)));
  const navigate = useNavigate();
  if (html === null) {
    return isTakenOver ? (
      children
    ) : (
      <Content data-still={name}>{serverContent ?? children}</Content>
    );
  }
  if (until) return children;
  const onClick = (event: MouseEvent) => {
    const path = pathOfPlainClick(event);
    if (path === null) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    <Content
      data-still={name}
      onClick={onClick}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Null on the server. */
function serverHtml(name: string): string | null {
  if (typeof document === 'undefined') return null;
  return document.querySelector(`[data-still="${name}"]`)?.innerHTML ?? null;
}

/** Where a click on one of our links leads, unless it asks the browser for something else. */
export function pathOfPlainClick(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain =
    event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !isPlain || link.origin !== location.origin || link.target) return null;
  return link.pathname + link.search + link.hash;
}
