/** [SEA1] Both audits of a game that was being started again as a week ended. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configCall } from '../../common/protocol/config.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import { whileOpen } from '../lib/command.ts';
import { wallNow } from '../lib/machine.ts';
import { putSetting } from '../store/kept/settings.ts';
import { inDirectory } from '../store/locations.ts';
import { inDataDir } from '../store/testing/data-dir.ts';
import { Harness, type TestPlayer } from '../test/support/harness.ts';
import { weekDetail } from '../test/support/weeks.ts';
import { audit } from './audit.ts';
import { auditOrigin } from './ledger/audit-origin.ts';
import { leavesOf } from './testing/public-leaves.ts';
import { TamperingOrigin } from './testing/tampering-origin.ts';

test('agree, and accuse a President of the week who was not one at its end', () =>
  inDataDir(async (dataDir) => {
    const game = inDirectory(join(dataDir, 'game'));
    const store = await game.open();
    const server = await Harness.start({ store });
    const week = weekAt(server.clock.now());
    const config = (await server.ask('/api/config')).json(configCall.answers[200]);
    const [president, next] = [await server.player(dena(5000)), await server.player(dena(5000))];
    const staked = async (player: TestPlayer, quantity: number) => {
      const contractAddress = config.contracts.culturalNft;
      const token = { contractAddress, tokenId: '2', nftType: 'museum', quantity };
      expect((await player.post('/api/nft/stake', token)).status).toBe(201);
    };
    for (const player of [president, next]) {
      server.chain.give(player.wallet, { cultural: { italy: 3 } });
      await player.post('/api/player-nation', { nationId: 'italy' });
    }
    await staked(president, 1);
    await putSetting(store, 'clock.offset-ms', String(weekBegins(week + 1) + 2000 - wallNow()));
    await server.restart();
    // Before a look for the end of a week: the commit ends it first.
    await staked(next, 3);
    const final = async () => (await weekDetail(server.url, week)).season.state;
    await expect.poll(final).toBe('final');
    const { presidents } = await weekDetail(server.url, week);
    expect(presidents).toMatchObject([{ walletAddress: president.wallet, staked: 1 }]);
    const kinds = (await leavesOf(server)).map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(['week-ended', 'museum-staked']);

    const origin = await TamperingOrigin.before(server);
    const request = { rpc: null, seen: [], keep: join(dataDir, 'kept'), patienceMs: 1500 };
    const audited = () => auditOrigin({ ...request, from: origin.url });
    expect(await audited()).toMatchObject({ weeks: 1, untold: [], claims: [] });
    origin.tamper = (path, body) =>
      path.startsWith(`/api/seasons/${weekId(week)}`)
        ? Buffer.from(body)
            .toString()
            .replace(/("presidents":.*)0x\w+/, `$1${next.wallet}`)
        : undefined;
    await expect(audited()).rejects.toThrow(
      `The week ${weekId(week)} is not what it was when it ended: presidents[0].walletAddress is`,
    );
    await origin.close();
    await server.close();
    await store.close();
    const stored = await whileOpen(await game.wallets(), (source) => audit(source, null));
    expect(stored).toMatchObject({
      weeks: { closed: 1, computed: 1 },
      differences: { count: 0 },
    });
  }));
