/** The configuration as the server answers it, for tests: of a game that asks for no signature. */
import { configSchema, type ConfigView } from '../../../common/protocol/config.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';

const NOBODY = '0x00000000000000000000000000000000000000c0';

export function testConfig(over: Partial<ConfigView> = {}): ConfigView {
  return configSchema.parse({
    chainId: 1,
    contracts: { dena: NOBODY, nationalNft: NOBODY, culturalNft: NOBODY },
    marketplaces: { national: 'https://a.example', cultural: 'https://b.example' },
    walletProof: 'off',
    lockMs: 1,
    now: '2026-01-01T00:00:00.000Z',
    version: 1,
    rules: SPECIFIED_RULES,
    rulesHash: '0'.repeat(16),
    ...over,
  });
}
