/** Phrases in a line, a dot between two; where the line breaks no dot begins or ends it. */
import { styled } from 'styled-components';

const Box = styled.span`
  display: block;
  overflow-x: clip;

  > span {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: -1em;
  }

  i {
    font-style: normal;
  }

  b {
    display: inline-block;
    inline-size: 1em;
    font-weight: 400;
    text-align: center;
    white-space: pre;
  }
`;

/** @param text `35,000 staked · 60,000 free` */
export function Parts({ text }: { readonly text: string }) {
  return (
    <Box>
      <span>
        {text.split(' · ').map((part, i) => (
          <span key={part}>
            <b>{i > 0 && ' · '}</b>
            <i>{part}</i>
          </span>
        ))}
      </span>
    </Box>
  );
}
