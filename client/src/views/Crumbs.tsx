/** The breadcrumbs of a page below another one. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

const Way = styled.nav`
  /* Offsets the page's margin, which is meant for a title. */
  margin-block: calc(-1 * var(--space-5)) var(--space-4);
  color: var(--ink-faint);
  font-size: var(--text-caption);
  overflow-wrap: anywhere;

  > ol {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }

  li {
    display: flex;
    align-items: center;
    min-inline-size: 0;
    min-block-size: var(--tap);
  }

  li + li::before {
    content: '/' / '';
    margin-inline: var(--space-2);
  }

  a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--tap);
    color: var(--ink-muted);
    text-decoration: none;
  }

  a:hover {
    color: var(--ink);
    text-decoration: underline;
  }

  @media print {
    display: none;
  }
`;

export function Crumbs({
  way,
  here,
}: {
  readonly way: readonly { readonly to: string; readonly label: string }[];
  /** The current page. */
  readonly here: string;
}) {
  return (
    <Way aria-label="Breadcrumb">
      <ol>
        {way.map(({ to, label }) => (
          <li key={to}>
            <Link data-tap to={to}>
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </Way>
  );
}
