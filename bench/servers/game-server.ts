/** A whole server of the tests' own, with a player who is signed in, for whoever asks from outside. */
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
