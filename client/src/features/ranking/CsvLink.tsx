/** Saves a list as a table, with the mark by which spreadsheets on Windows read its names. */
import { styled } from 'styled-components';
import type { NationId } from '../../../../common/values/nations.ts';
import { Caption } from '../../ui/text.ts';

const Foot = styled(Caption).attrs({ as: 'p' })`
  padding-inline: var(--space-3);

  > a {
    display: inline-flex;
    align-items: center;
    min-block-size: var(--tap);
  }

  @media print {
    display: none;
  }
`;

export function CsvLink({
  of,
  nationId = null,
}: {
  /** The path of the call that has the list. */
  readonly of: string;
  readonly nationId?: NationId | null;
}) {
  const query = `limit=10000&bom=1${nationId ? `&nationId=${nationId}` : ''}`;
  return (
    <Foot>
      <a href={`${of}.csv?${query}`} download>
        Download as CSV
      </a>
    </Foot>
  );
}
