/** A whole server from the tests, with a signed-in player, for clients in other processes. */
import { dena } from '../../common/testing/fixtures.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { serveParent } from '../../tools/processes.ts';

serveParent({
  async start() {
    const server = await Harness.start();
    const player = await server.player(dena(1_000_000));
    await player.post('/api/player-nation', { nationId: 'italy' });
    return { url: server.url, wallet: player.wallet, cookie: player.cookie };
  },
});
