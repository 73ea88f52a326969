/** Attacks on what others build on, and by it: embeds, exports of the past, a bot. */
import { embedCall, rankingExportCall } from '../../../common/protocol/builders.ts';
import { chooseNationCall } from '../../../common/protocol/player-nation.ts';
import { stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { leaderboardCall, previewCall } from '../../../common/protocol/leaderboard.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import type { Attacks } from '../attack.ts';
import { jsonBody } from '../connections.ts';
import { TRADERS } from '../seeds.ts';

const csv = rankingExportCall('csv').path;
const EMBEDS = 1000;
/** A real one asks every 15 s, and not while nobody sees it. */
const EMBED_MS = 3000;
/** How long ago the crowd of the seeds was there; before that nobody was. */
const HALF_AN_HOUR_MS = 30 * 60_000;

export const BUILDER_ATTACKS: Attacks = {
  embeds: {
    does: `${EMBEDS.toLocaleString('en-US')} embeds on other sites, each a reader’s, that ask five times as often as they do`,
    lanes: EMBEDS,
    allowed: [200, 304],
    begin(scene) {
      const tags: string[] = [];
      scene.closing = () => (scene.count(304) > 0 ? [] : ['none was told that nothing changed']);
      return async (n, lane) => {
        await scene.sleep(n < EMBEDS ? (EMBED_MS * lane) / EMBEDS : EMBED_MS);
        const headers = { ...scene.caller(lane), 'If-None-Match': tags[lane] ?? '""' };
        const path = `${embedCall.path}?theme=${lane % 2 ? 'dark' : 'light'}`;
        const answer = await ask(scene.url, path, { headers });
        tags[lane] = String(answer.headers['etag'] ?? '');
        return answer.status;
      };
    },
  },
  'past-exports': {
    does: 'exports of 10,000 rows of ever different past moments',
    lanes: 64,
    allowed: [200],
    begin: (scene) => (n) => {
      const at = new Date(Date.now() - HALF_AN_HOUR_MS - n).toISOString();
      return { path: `${csv}?limit=10000&at=${at}`, headers: scene.stranger(n) };
    },
  },
  'sleepless-bot': {
    does: 'a bot plays and polls without a pause, and never waits when it is told to',
    lanes: 16,
    allowed: [200, 201, 304, 409],
    async begin(scene) {
      const [signer] = TRADERS;
      if (!signer) throw new Error('there are no traders');
      const { wallet, cookie } = await scene.signedIn(signer);
      const headers = { Cookie: cookie, ...scene.caller() };
      const post = (path: string, body: object = {}) => ({
        path,
        ...jsonBody({ walletAddress: wallet, ...body }, headers),
      });
      await ask(scene.url, chooseNationCall.path, post('', { nationId: 'usa' }));
      const acts = [
        post(stakeDenaCall.path, { amount: '1' }),
        post(refreshCall.path),
        post(updateResourcesCall.path),
        { path: leaderboardCall.path, headers },
        { path: `${previewCall.path}?walletAddress=${wallet}&gdp=1000000`, headers },
      ];
      return (n) => acts[n % acts.length] ?? { path: '/', headers };
    },
  },
};
