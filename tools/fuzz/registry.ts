/** Every fuzz target. */
import type { Target } from './target.ts';
import { ADAPTER_TARGET, DECEIVED_TARGET } from './targets/chain.ts';
import { FRAMES_TARGET, POLLING_TARGET } from './targets/framing.ts';
import { BYTES_TARGET, CALLS_TARGET } from './targets/http.ts';
import { PARSER_TARGET, SIGN_IN_TARGET } from './targets/messages.ts';

const TARGETS: readonly Target[] = [
  CALLS_TARGET,
  BYTES_TARGET,
  POLLING_TARGET,
  FRAMES_TARGET,
  PARSER_TARGET,
  SIGN_IN_TARGET,
  ADAPTER_TARGET,
  DECEIVED_TARGET,
];

/** @throws Error if there is none of that name. */
export function targetsNamed(name: string | undefined): readonly Target[] {
  const meant = TARGETS.filter((target) => name === undefined || target.name === name);
  if (meant.length > 0) return meant;
  const names = TARGETS.map((target) => target.name).join(', ');
  throw new Error(`There is no target ${name}. There are: ${names}.`);
}
