/** The pages as the server renders them: with the facts of a moment, or with none. */
import { describe, expect, test } from 'vitest';
import { pageFactsSchema, type PageFacts } from '../../common/protocol/page-facts.ts';
import { SHOWN_ROWS } from '../../common/protocol/page-facts-place.ts';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import { HOUR_MS, walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS, NATION_LIST } from '../../common/values/nations.ts';
import { workOf } from '../../common/values/works.ts';
import { testRow } from '../../common/testing/row.ts';
import { prerenderPage } from './prerender.tsx';

const HOSTILE = '</script><img src=x onerror=alert(1)>.eth';

function factsOf(count: number, names: readonly (string | null)[] = []): PageFacts {
  const rows = Array.from({ length: count }, (_, i) => {
    return testRow({
      rank: i + 1,
      nationId: NATION_IDS[i % 4] ?? 'usa',
      walletAddress: walletOf(i + 1),
      gdp: 900_000 - i * 1000,
      denaHoldings: '25000',
    });
  });
  const facts = pageFactsSchema.parse({
    epoch: 'e1',
    rev: '0000000000000001',
    etag: 'W/"x"',
    totalCount: count,
    rows,
    standings: NATION_LIST.map(({ id, name, flag }, i) => ({
      rank: i + 1,
      nationId: id,
      name,
      flag,
      gdp: 5_000_000 - i * 1_000_000,
      players: Math.floor(count / 4),
      presidentWallet: null,
      presidentName: null,
      presidentStakedCount: 0,
      gapToNext: i === 0 ? null : 1_000_000,
      change: { m10: 20_000, h1: 0, h24: null },
      growth: { m10: 1500, h1: 0, h24: null },
    })),
    works: NATION_LIST.map(({ id: nationId }) => ({
      nationId,
      ...workOf({ wood: 2500, oil: 400, food: 1000, technology: 200 }, [Date.UTC(2026, 0, 1)]),
      recent: null,
    })),
  });
  // As a hostile resolver would like it, past the schema that refuses it.
  return {
    ...facts,
    rows: facts.rows.map((row, i) => ({ ...row, name: names[i] ?? null })),
  };
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe.each(['/ranking', '/'])('%s with facts', async (path) => {
  const names = ['first.eth', HOSTILE, '__CSP_NONCE__.eth'];
  const { html, styles } = await prerenderPage(path, factsOf(40, names));

  test('shows the first rows, the nations and how many play', () => {
    const text = textOf(html);
    expect(text).toContain('first.eth');
    const shown =
      path === '/'
        ? ['$5,000K', '10 players']
        : ['40 players in 4 nations competing', '$5,000,000', '$1,000,000 behind'];
    for (const words of shown) expect(text).toContain(words);
    if (path === '/ranking') expect(html.match(/data-index="/g)).toHaveLength(SHOWN_ROWS);
  });

  test('has no style attribute, and a rule for each', () => {
    expect(html).not.toContain(' style=');
    const marked = new Set([...html.matchAll(/data-at="(\d+)"/g)].map(([, at]) => at));
    expect(marked.size).toBeGreaterThan(0);
    for (const at of marked) expect(styles).toContain(`[data-at="${at}"][data-at]{`);
  });

  test('shows a hostile name as text', () => {
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('</script>');
    expect(html).toContain('&lt;/script&gt;');
  });
});

test('without facts both are skeletons; an empty ranking says so', async () => {
  expect(textOf((await prerenderPage('/ranking')).html)).not.toContain('competing');
  const empty = textOf((await prerenderPage('/ranking', factsOf(0))).html);
  expect(empty).toContain('No rankings available yet');
  expect(empty).toContain('None of these players exist');
  expect(textOf((await prerenderPage('/', factsOf(0))).html)).toContain(
    'The first player begins week',
  );
});

test('a page is rendered by the rules in force', async () => {
  const rules = { ...SPECIFIED_RULES, lockMs: 5 * 24 * HOUR_MS, denaPerDollar: 20 };
  const learn = textOf((await prerenderPage('/learn', null, rules)).html);
  for (const words of ['its own 5-day lock', 'Every 20 DENA adds $1', '10,000 DENA +$500 GDP'])
    expect(learn).toContain(words);
  const tips = textOf((await prerenderPage('/ranking', null, rules)).html);
  expect(tips).toContain('A stake is locked for 5 days.');
  expect(textOf((await prerenderPage('/learn')).html)).toContain('its own 7-day lock');
});
