import { expect, test } from 'vitest';
import { loadConfig } from '../server/boot/config.ts';
import { objectionToReset } from './fresh-world.ts';

const objection = (env: Record<string, string>) =>
  objectionToReset(loadConfig('development', { DATA_DIR: 'data', ...env }));

test('a world in a folder of its own can begin again', () => {
  expect(objection({})).toBeNull();
});

test.each([
  [
    'a chain of one’s own',
    {
      ETH_RPC_URL: 'http://127.0.0.1:8545',
      DENA_ADDRESS: '0x00000000000000000000000000000000000000d1',
      NATIONAL_NFT_ADDRESS: '0x00000000000000000000000000000000000000d2',
      CULTURAL_NFT_ADDRESS: '0x00000000000000000000000000000000000000d3',
    },
    /ETH_RPC_URL .*delete DATA_DIR and start\.$/,
  ],
  [
    'MongoDB',
    { MONGODB_URI: 'mongodb://127.0.0.1/denaria' },
    /MongoDB.*drop that database, delete DATA_DIR and start\.$/,
  ],
])('one on %s is told what to do instead', (_on, env, words) => {
  expect(objection(env)).toMatch(words);
});
