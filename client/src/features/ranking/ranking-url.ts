/** What of the ranking is shown, as the page's address says it. Pure. */
import { NATION_IDS, NATION_LIST, type NationId } from '../../../../common/values/nations.ts';

export interface RankingUrl {
  /** Only this nation's rows are listed; null: all rows. */
  readonly nationId: NationId | null;
  /** What is looked for; empty: nothing. */
  readonly q: string;
  /** Whose row is jumped to: an address in lower case, or one's own. */
  readonly around: string | null;
  /** What is shown where there is no room for the list and the feed side by side. */
  readonly view: 'list' | 'activity';
  /** What of the address makes no sense, in words. */
  readonly problems: readonly string[];
}

export const WHOLE_RANKING = '/ranking';

const NAMES = NATION_LIST.map(({ id }) => id).join(', ');
const ADDRESS = /^0x[0-9a-f]{40}$/;
/** Longer ones are nobody's; what a link brings is shown shortened. */
const MOST_SHOWN = 40;

export function readRankingUrl(params: URLSearchParams): RankingUrl {
  const problems: string[] = [];
  const asked = params.get('nation');
  const nationId = NATION_IDS.find((id) => id === asked?.trim().toLowerCase()) ?? null;
  if (asked && !nationId) {
    problems.push(`There is no nation ‘${shown(asked)}’. The nations are ${NAMES}.`);
  }
  const whom = params.get('around')?.trim().toLowerCase() ?? '';
  const around = whom === 'me' || ADDRESS.test(whom) ? whom : null;
  if (whom && !around) {
    problems.push(`‘${shown(whom)}’ is no wallet address: those are 0x and 40 digits.`);
  }
  return {
    nationId,
    q: params.get('q')?.trim() ?? '',
    around,
    view: params.get('view') === 'activity' ? 'activity' : 'list',
    problems,
  };
}

/** The whole ranking, or the part of it that is named. */
export function rankingLink(part: {
  readonly nation?: NationId | null;
  readonly q?: string;
  readonly around?: string;
  readonly view?: 'activity';
}): string {
  const given = Object.entries(part).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? WHOLE_RANKING : `${WHOLE_RANKING}?${new URLSearchParams(given)}`;
}

function shown(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`;
}
