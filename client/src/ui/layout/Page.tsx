/** The layout of every page: the same width and margins, one heading size, evenly spaced parts. */
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { PHONE } from './boxes.ts';

/** The page's column: margins that grow with the screen, up to a readable width. */
export const column = css`
  inline-size: 100%;
  max-inline-size: calc(var(--page-width) + 2 * var(--page-gutter));
  margin-inline: auto;
  padding-inline: var(--page-gutter);
`;

export const Page = styled.div`
  ${column}
  padding-block: var(--space-7) var(--space-9);

  @media (max-width: 48rem) {
    padding-block: var(--space-5) var(--space-7);
  }

  @media ${PHONE} {
    padding-block-end: var(--space-6);
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: var(--space-4) var(--space-6);
  margin-block-end: var(--space-6);
`;

const Lead = styled.p`
  max-inline-size: 56ch;
  margin-block-start: var(--space-2);
  color: var(--ink-muted);
  font-size: var(--text-lead);
`;

/** A page's heading, a sentence below it, and its actions beside it. */
export function PageHead({
  title,
  lead,
  children,
}: {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Head>
      <div>
        <h1>{title}</h1>
        {lead && <Lead as={typeof lead === 'string' ? 'p' : 'div'}>{lead}</Lead>}
      </div>
      {children}
    </Head>
  );
}
