/** The one card of the game: a sheet with a title, ruled off from what stands below it. */
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Sheet = styled.section`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--space-1) var(--space-2);
  padding: var(--space-4) var(--space-5);
  border-block-end: 1px solid var(--rule);

  @media (max-width: 30rem) {
    padding-inline: var(--space-4);
  }
`;

const Title = styled.h2`
  font-size: var(--text-heading);
`;

const Aside = styled.div`
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

const Body = styled.div<{ $flush: boolean }>`
  flex: 1;
  padding: ${({ $flush }) => ($flush ? '0' : 'var(--space-5)')};

  @media (max-width: 30rem) {
    padding: ${({ $flush }) => ($flush ? '0' : 'var(--space-4)')};
  }
`;

export function Panel({
  title,
  aside,
  flush = false,
  className,
  children,
}: {
  readonly title: string;
  /** A few words or a link at the right of the title. */
  readonly aside?: ReactNode;
  /** For tables and lists that reach the edges. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Sheet aria-labelledby={id} className={className}>
      <Head>
        <Title id={id}>{title}</Title>
        {aside && <Aside>{aside}</Aside>}
      </Head>
      <Body $flush={flush}>{children}</Body>
    </Sheet>
  );
}
