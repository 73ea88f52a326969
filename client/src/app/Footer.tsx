/** The footer of every page: the mark, the map's credits, the weeks' champions, the keys. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { PRODUCT_NAME } from '../../../common/values/product.ts';
import { Emblem } from '../ui/atlas/Emblem.tsx';
import { NeatlineRule } from '../ui/atlas/neatline.ts';
import { Row } from '../ui/layout/boxes.ts';
import { column } from '../ui/layout/Page.tsx';
import { WEEKS } from '../views/paths.ts';
import { Shortcuts } from './Shortcuts.tsx';

const Foot = styled.footer`
  padding-block-end: var(--window-foot);
  background: var(--surface-sunken);

  @media print {
    display: none;
  }
`;

const Line = styled(Row)`
  ${column}
  padding-block: var(--space-6);
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

export function Footer() {
  return (
    <Foot>
      <NeatlineRule />
      <Line $justify="space-between" $gap={[4, 6]} $wrap>
        <Row as="p" $gap={3}>
          <Emblem size={24} />
          <span>{`${PRODUCT_NAME}. Outlines by Natural Earth.`}</span>
        </Row>
        <Link data-tap to={WEEKS}>
          Champions
        </Link>
        <Shortcuts />
      </Line>
    </Foot>
  );
}
