/** The footer of every page: the mark, the links again, and the map's credits. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { PRODUCT_NAME } from '../../../common/values/product.ts';
import { Emblem } from '../ui/atlas/Emblem.tsx';
import { NeatlineRule } from '../ui/atlas/neatline.ts';
import { column } from '../ui/layout/Page.tsx';
import { PHONE } from '../ui/layout/boxes.ts';
import { LINKS } from './routes.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const Foot = styled.footer`
  padding-block-end: var(--window-foot);
  background: var(--surface-sunken);

  @media print {
    display: none;
  }
`;

const Row = styled.div`
  ${column}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-4) var(--space-6);
  padding-block: var(--space-6);
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

const Mark = styled.p`
  display: flex;
  align-items: center;
  gap: var(--space-3);
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-5);
`;

const Links = styled.nav`
  display: contents;

  /* A phone has these links in its bar and its menu. */
  @media ${PHONE} {
    display: none;
  }

  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--tap);
    text-decoration: none;
  }

  > a:hover {
    color: var(--ink);
    text-decoration: underline;
  }
`;

export function Footer() {
  return (
    <Foot>
      <NeatlineRule />
      <Row>
        <Mark>
          <Emblem size={24} />
          <span>{`${PRODUCT_NAME}. Outlines by Natural Earth.`}</span>
        </Mark>
        <Ways>
          <Links aria-label="Footer">
            {LINKS.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </Links>
          <Shortcuts />
        </Ways>
      </Row>
    </Foot>
  );
}
