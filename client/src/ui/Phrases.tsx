/**
 * Text of `phrases()` in the page: where it breaks, the dot between the two lines is out of sight.
 */
import { styled } from 'styled-components';
import { DOT } from './format.ts';

/**
 * Each part has its dot in the space before it; at the beginning of a line that space is cut off.
 */
const Line = styled.span`
  display: flex;
  flex-wrap: wrap;
  margin-inline-start: -1em;
  clip-path: inset(-4px -4px -4px 1em);
`;

const Part = styled.span`
  min-inline-size: 0;
  padding-inline-start: 1em;
`;

const Dot = styled.span`
  display: inline-block;
  inline-size: 1em;
  margin-inline-start: -1em;
  text-align: center;
  white-space: pre;
`;

export function Phrases({ children }: { readonly children: string }) {
  return (
    <Line>
      {children.split(DOT).map((part, index) => (
        <Part key={part}>
          {index > 0 && <Dot>{DOT}</Dot>}
          <span>{part}</span>
        </Part>
      ))}
    </Line>
  );
}
