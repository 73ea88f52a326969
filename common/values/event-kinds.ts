/**
 * The kinds of events, by what feeds and charts do with them. Without the schema, so that a page
 * need not load it.
 */

/** Those that can change their player's GDP. */
export const GDP_KINDS = [
  'nation-chosen',
  'dena-staked',
  'dena-unstaked',
  'national-staked',
  'national-unstaked',
  'cultural-staked',
  'cultural-unstaked',
  'stakes-unbacked',
] as const;

/** Those that a feed shows: what players did, and what the chain took from them. */
export const ACTIVITY_KINDS = [...GDP_KINDS, 'traded', 'contributed'] as const;

/** All: the rest is what the game does by itself, for anyone who asks and as often as they ask. */
export const EVENT_KINDS = [
  ...ACTIVITY_KINDS,
  'resources-settled',
  'holdings-verified',
  'name-checked',
] as const;

/** What no player does, and feeds show nevertheless. */
export const RULES_CHANGED = 'rules-changed';
