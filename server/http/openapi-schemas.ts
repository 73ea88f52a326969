/**
 * The schemas of the calls as the JSON Schemas of GET /api/openapi.json. What recurs, and what a
 * client would name, has a name there, so that generated clients have one type for it.
 */
import { z } from 'zod';
import { configSchema } from '../../common/protocol/config.ts';
import { contributeAnswerSchema, contributeCall } from '../../common/protocol/contribute.ts';
import { denaStakeViewSchema } from '../../common/protocol/dena-stakes.ts';
import { gameEventSchema, rulesEventSchema } from '../../common/protocol/events.ts';
import { readySchema } from '../../common/protocol/health.ts';
import { leaderboardEntrySchema, previewCall } from '../../common/protocol/leaderboard.ts';
import { ledgerIndexCall } from '../../common/protocol/ledger.ts';
import {
  nationCall,
  nationSchema,
  nationsHistoryCall,
  standingViewSchema,
} from '../../common/protocol/nations.ts';
import { nftStakeViewSchema, nftTypeSchema, verifyNftCall } from '../../common/protocol/nfts.ts';
import { playerNationSchema } from '../../common/protocol/player-nation.ts';
import { playerCall, receiptSchema } from '../../common/protocol/players.ts';
import { jsonSchemas } from '../../common/protocol/query.ts';
import { replayCall } from '../../common/protocol/replay.ts';
import {
  seasonDetailSchema,
  seasonEntrySchema,
  seasonParamSchema,
  seasonPlaceSchema,
} from '../../common/protocol/seasons.ts';
import { nonceCall, sessionCall, signInCall } from '../../common/protocol/session.ts';
import { listedSessionSchema } from '../../common/protocol/sessions.ts';
import { tradeAnswerSchema, tradeCall } from '../../common/protocol/trade.ts';
import { refreshCall } from '../../common/protocol/upkeep.ts';
import { nationWorkSchema } from '../../common/protocol/works.ts';
import { addressSchema, writtenAddressSchema } from '../../common/values/address.ts';
import { denaAmountSchema, denaTextSchema } from '../../common/values/amount.ts';
import { revSchema, stakeIdSchema, tokenIdSchema } from '../../common/values/ids.ts';
import { nameSchema } from '../../common/values/name.ts';
import { nationIdSchema } from '../../common/values/nation-id.ts';
import { statusSchema } from '../../common/protocol/status.ts';
import { resourceTypeSchema, resourceUnitsSchema } from '../../common/values/resources.ts';
import { eventDetailSchema, eventKindSchema } from '../../common/values/stored-event.ts';
import type { Rules } from '../../common/values/rules.ts';
import { workSchema } from '../../common/values/works.ts';

export type Json = Readonly<Record<string, unknown>>;

const { playerNation: playerSchema, resources: playerResourcesSchema } = playerNationSchema.shape;
const { season: seasonSchema, chase, presidents } = seasonDetailSchema.shape;
const { candidates, contributors } = nationCall.answers[200].shape;
const { snapshot, events: replayEvents } = replayCall.answers[200].shape;
const snapshotShape = snapshot.unwrap().shape;
const { rules } = configSchema.shape;

const NAMED: Readonly<Record<string, readonly [z.ZodType, string]>> = {
  Address: [
    writtenAddressSchema,
    'An account or contract. Answers have its EIP-55 form; requests may have it in lower or upper case, too.',
  ],
  DenaAmount: [denaTextSchema, 'DENA, as a decimal in whole DENA with up to 18 decimals.'],
  DenaAmountAsked: [
    denaAmountSchema,
    'The same in a request, where a number is read as its digits.',
  ],
  EventKind: [eventKindSchema, 'What a commit did. More may be added.'],
  EventDetail: [eventDetailSchema, 'What is here depends on the kind of the event.'],
  GameEvent: [gameEventSchema, 'What a commit did.'],
  Rev: [revSchema, 'The position of a commit: text that sorts in the order of the commits.'],
  StakeId: [stakeIdSchema, 'Opaque.'],
  TokenIdAsked: [tokenIdSchema, 'An ERC-1155 id.'],
  PlayerName: [nameSchema, 'A verified ENS name.'],
  NationId: [nationIdSchema, 'A nation.'],
  ResourceType: [resourceTypeSchema, 'A resource.'],
  ResourceUnits: [resourceUnitsSchema, 'Units of each resource.'],
  LeaderboardEntry: [leaderboardEntrySchema, 'A player’s row of the ranking [LB1].'],
  RankPreview: [previewCall.answers[200], 'What another GDP would change.'],
  WeekPreview: [
    previewCall.answers[200].shape.week.unwrap().unwrap(),
    'What it would change in the week [SEA3].',
  ],
  Nation: [nationSchema, 'A nation as a player chooses it.'],
  NationStanding: [standingViewSchema, 'How a nation stands among the four.'],
  NationChange: [
    standingViewSchema.shape.change,
    'Dollars gained in 10 minutes, an hour and a day.',
  ],
  NationDetail: [nationCall.answers[200], 'A nation, its standing, candidates and work.'],
  NationsHistory: [nationsHistoryCall.answers[200], 'The nations’ totals over time.'],
  NationSeries: [
    nationsHistoryCall.answers[200].shape.series.shape.usa,
    'A nation’s totals, step by step.',
  ],
  Candidate: [candidates.element, 'A candidate for president, or the president [PRE1].'],
  Contributor: [contributors.element, 'A player who contributed to the nation’s work [WRK1].'],
  Work: [workSchema, 'A nation’s work [WRK1].'],
  WorkStage: [workSchema.shape.stages.element, 'A stage of it: what it needs, and has.'],
  NationWork: [nationWorkSchema, 'A nation’s work, and what it was given lately.'],
  PlayerNation: [playerNationSchema, 'A player, their nation and resources.'],
  Player: [playerSchema, 'The player’s own figures.'],
  PlayerTotals: [playerSchema.shape.totals, 'What the active stakes add up to, and what is spent.'],
  PlayerChange: [
    playerSchema.shape.change24h,
    'Percent in a day [PCT1]; null: nothing to compare with.',
  ],
  PlayerResources: [playerResourcesSchema, 'Their resources, and what accrues in an hour [ACC1].'],
  ResourceRates: [playerResourcesSchema.shape.perHour, 'Units of each resource in an hour.'],
  Holdings: [playerSchema.shape.holdings, 'How far the wallet’s holdings are verified [CHN1].'],
  Trade: [tradeAnswerSchema, 'What was bought, and the player after it.'],
  Contribution: [contributeAnswerSchema, 'What was contributed, the work and the player after it.'],
  PlayerPage: [playerCall.answers[200], 'A player’s public profile.'],
  HistoryPoint: [playerCall.answers[200].shape.history.element, 'A commit that changed the GDP.'],
  Receipt: [receiptSchema, 'What the GDP is made of [GDP1].'],
  ReceiptTerm: [receiptSchema.shape.terms.element, 'A term of it.'],
  ReceiptPart: [receiptSchema.shape.terms.element.shape.parts.element, 'An active stake’s part.'],
  DenaStake: [denaStakeViewSchema, 'A stake of DENA [ENT6].'],
  NftStake: [nftStakeViewSchema, 'A stake of NFTs [ENT5]; its figures are per copy.'],
  NftType: [nftTypeSchema, 'The collection: `museum` is the cultural one.'],
  NftVerification: [
    verifyNftCall.answers[200],
    'Whether a wallet owns a token, and what it brings.',
  ],
  NftMetadata: [verifyNftCall.answers[200].shape.metadata, 'What the token says of itself.'],
  SeasonId: [seasonPlaceSchema.shape.id, 'A week of ISO 8601, such as 2026-W48.'],
  Season: [seasonSchema, 'A week of the race [SEA1].'],
  SeasonNation: [seasonSchema.shape.nations.element, 'What a nation gained [SEA4].'],
  SeasonChampion: [seasonSchema.shape.champion.unwrap(), 'Who won a week, or leads it.'],
  SeasonEntry: [seasonEntrySchema, 'A ranked player of a week [SEA3].'],
  SeasonChase: [chase.unwrap(), 'Who is next ahead, and what passes them.'],
  SeasonPresident: [presidents.element, 'A nation’s President at the end of the week.'],
  SeasonPlace: [seasonPlaceSchema, 'A player’s place in a final week.'],
  SeasonDetail: [seasonDetailSchema, 'A week and its ranking.'],
  Replay: [replayCall.answers[200], 'A page of a replay [PRO33].'],
  ReplaySnapshot: [snapshot.unwrap(), 'The ranking at its beginning.'],
  ReplayCandidates: [snapshotShape.candidates.shape.usa, 'A nation’s candidates for president.'],
  ReplayCandidate: [snapshotShape.candidates.shape.usa.shape.first.element, 'One of them.'],
  NationTotal: [snapshotShape.totals.shape.usa, 'A nation’s total and its players.'],
  ReplayEvent: [replayEvents.element, 'An event, with its player’s row after it.'],
  Config: [configSchema, 'What clients need to know about this server.'],
  Contracts: [configSchema.shape.contracts, 'The addresses of the three contracts.'],
  Marketplaces: [configSchema.shape.marketplaces, 'Where the collections are sold.'],
  Rules: [rules, 'By which a game is decided (RULES.md).'],
  Range: [rules.shape.territoryKm2, 'Both ends are included.'],
  NumberByNation: [rules.shape.startingGdp, 'A number for each nation.'],
  NumberByResource: [rules.shape.tradePrices, 'A number for each resource.'],
  WalletBody: [refreshCall.body, 'The wallet that is meant.'],
  LedgerIndex: [ledgerIndexCall.answers[200], 'The number of a leaf.'],
  Nonce: [nonceCall.answers[200], 'A nonce for one sign-in message.'],
  SignIn: [signInCall.body, 'A signed EIP-4361 message.'],
  Session: [sessionCall.answers[200], 'The wallet that is signed in.'],
  Status: [
    statusSchema,
    'What operators have set: why the game is paused, and a notice; null: neither.',
  ],
  Notice: [
    statusSchema.shape.notice.unwrap(),
    'A line that every page shows, and when it ends by itself; null: it does not.',
  ],
  RulesEvent: [rulesEventSchema, 'A change of the rules.'],
  ListedSession: [listedSessionSchema, 'A session of the wallet that is signed in.'],
  Readiness: [readySchema, 'The condition of a process.'],
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

// What a schema can't say of itself: it parses text, or its refusal is a rule's.
jsonSchemas
  .add(addressSchema, ref('Address'))
  .add(seasonParamSchema, ref('SeasonId'))
  .add(contributeCall.body.shape.quantity, { type: 'integer', minimum: 1 });

const INT32_MAX = 2 ** 31 - 1;

/** Says it as generators of clients understand it best; what it accepts stays the same. */
function simplify(schema: z.core.$ZodType, json: Record<string, unknown>): void {
  const instead = jsonSchemas.get(schema) ?? literalsOf(schema);
  if (instead) {
    for (const key of Object.keys(json)) if (!(key in KEPT)) delete json[key];
    Object.assign(json, instead);
  }
  // zod leaves out one that is parsed already.
  if (schema instanceof z.ZodDefault) json['default'] = schema.def.defaultValue;
  // Its pattern is 300 characters long.
  if (json['format'] === 'date-time') delete json['pattern'];
  if (json['type'] !== 'integer') return;
  if (json['exclusiveMinimum'] === 0) {
    delete json['exclusiveMinimum'];
    json['minimum'] = 1;
  }
  if (Number(json['maximum'] ?? 0) > INT32_MAX) json['format'] = 'int64';
}

/** Of a wrapper around what is described instead. */
const KEPT = { description: true, default: true };

/** An enum, for literals. */
function literalsOf(schema: z.core.$ZodType): Json | null {
  const options = schema instanceof z.ZodUnion ? schema.options : [schema];
  const values = options.flatMap((one) => (one instanceof z.ZodLiteral ? [...one.values] : [null]));
  if (values.every((value) => typeof value === 'string')) return { type: 'string', enum: values };
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer', enum: values };
  return null;
}

/**
 * Describes schemas, all at once.
 * @returns `of` any of them, a reference if it has a name; and those with names, as the document's
 * components.
 */
export function describeSchemas(schemas: readonly z.ZodType[], { tradeStep, tradeMax }: Rules) {
  jsonSchemas.add(tradeCall.body.shape.quantity, {
    type: 'integer',
    minimum: tradeStep,
    maximum: tradeMax,
    multipleOf: tradeStep,
  });
  const registry = z.registry<{ readonly id: string }>();
  for (const [id, [schema]] of Object.entries(NAMED)) registry.add(schema, { id });
  registry.add(z.object(Object.fromEntries(schemas.entries())), { id: 'all' });
  const described = z.toJSONSchema(registry, {
    // What is sent, before it is parsed.
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => ref(id).$ref,
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema),
  }).schemas;
  const each = z.looseObject({ properties: z.record(z.string(), z.looseObject({})) });
  const { properties } = each.parse(described['all']);
  return {
    of: (schema: z.ZodType): Json => properties[schemas.indexOf(schema)] ?? {},
    components: Object.fromEntries(
      Object.entries(NAMED).map(([name, [, description]]) => {
        const { $schema: _, $id: __, ...json } = described[name] ?? {};
        return [name, { description, ...json }];
      }),
    ),
  };
}
