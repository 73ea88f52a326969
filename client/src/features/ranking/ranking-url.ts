/** Which part of the ranking is shown, read from and written to the page's URL. Pure. */
import { NATION_IDS, type NationId } from '../../../../common/values/nations.ts';

/** Whose rows are listed: `mine`, or a circle's `with=0x…,0x…`; null: everybody's. */
export type People = string | null;

export interface RankingUrl {
  /** List only this nation's rows; null: all rows. */
  readonly nationId: NationId | null;
  /** The search; empty: none. */
  readonly q: string;
  /** Whose row to jump to: an address in lower case, or `me`. */
  readonly around: string | null;
  /** What to show if the list and the feed don't fit side by side. */
  readonly view: 'list' | 'activity';
  readonly people: People;
  /** What is invalid in the URL, in words. */
  readonly problems: readonly string[];
}

export const WHOLE_RANKING = '/ranking';

const ADDRESS = /^0x[0-9a-f]{40}$/;
/** A longer invalid parameter is shown truncated. */
const MOST_SHOWN = 40;

export function readRankingUrl(params: URLSearchParams): RankingUrl {
  const problems: string[] = [];
  const asked = params.get('nation');
  const nationId = NATION_IDS.find((id) => id === asked?.trim().toLowerCase()) ?? null;
  if (asked && !nationId) {
    problems.push(`There is no nation ‘${shown(asked)}’.`);
  }
  const whom = params.get('around')?.trim().toLowerCase() ?? '';
  const around = whom === 'me' || ADDRESS.test(whom) ? whom : null;
  if (whom && !around) {
    problems.push(`‘${shown(whom)}’ is no wallet address: those are 0x and 40 digits.`);
  }
  // But for what would make other parameters of a link's.
  const circle = params
    .get('with')
    ?.toLowerCase()
    .replace(/[&#%+]/g, '');
  return {
    people: circle ? `with=${circle}` : params.has('mine') ? 'mine' : null,
    nationId,
    q: params.get('q')?.trim() ?? '',
    around,
    view: params.get('view') === 'activity' ? 'activity' : 'list',
    problems,
  };
}

/** A link to the whole ranking, or to the given part of it. */
export function rankingLink(part: {
  /** Of this week's, by its id. */
  readonly season?: string | null;
  readonly nation?: NationId | null;
  readonly q?: string;
  readonly around?: string;
  readonly view?: 'activity';
  readonly people?: People;
}): string {
  const { people = null, ...rest } = part;
  const given = Object.entries(rest).filter((entry): entry is [string, string] => !!entry[1]);
  const link =
    given.length === 0 ? WHOLE_RANKING : `${WHOLE_RANKING}?${new URLSearchParams(given)}`;
  return withPeople(link, people);
}

/** The same of some people’s rows only: `…?mine`, `…?with=0x…,0x…`. @param link the ranking’s. */
export function withPeople(link: string, people: People): string {
  return people ? `${link}${link.includes('?') ? '&' : '?'}${people}` : link;
}

/** What is wrong with a search that can't be made (`isFindable`), in words. */
export function searchRemedy(q: string): string {
  return /^0x/i.test(q)
    ? 'An address begins with 0x and at least two of the digits 0–9 and a–f.'
    : 'A search wants two characters at least, and 64 at most.';
}

function shown(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`;
}
