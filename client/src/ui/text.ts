/** The few ways in which text is set, besides the page's own body size. */
import { css, styled } from 'styled-components';

/** One line, cut with an ellipsis where its place ends. */
export const oneLine = css`
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Small print beside or below something: a unit, a moment, a condition. */
export const Caption = styled.span<{ readonly $tone?: 'muted' | 'faint' | 'rise' | 'fall' }>`
  color: ${({ $tone = 'muted' }) =>
    $tone === 'muted' || $tone === 'faint' ? `var(--ink-${$tone})` : `var(--${$tone})`};
  font-size: var(--text-caption);
`;

/** Small print that comes and goes: it reserves its line, so that nothing moves. */
export const Words = styled(Caption).attrs({ as: 'p' })`
  min-block-size: 1.5em;
`;

/** A paragraph in the muted ink. */
export const Muted = styled.p`
  color: var(--ink-muted);
`;

/** A heading in the text's own face, for parts of a panel. */
export const Subheading = styled.h3`
  font: 500 var(--text-body) / 1.5 var(--font-sans);
  letter-spacing: 0;
`;

/** A figure that matters: bold, in tabular digits. */
export const Strong = styled.strong`
  color: var(--ink);
  font-weight: 600;
  white-space: nowrap;
`;

/** A number to be read first, as large as a heading or as a page's title. */
export const BigFigure = styled.span<{ readonly $size?: 'lead' | 'heading' | 'title' }>`
  font-size: ${({ $size = 'heading' }) => `var(--text-${$size})`};
  font-weight: 600;
  line-height: 1.2;
  white-space: nowrap;
`;
