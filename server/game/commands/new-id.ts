/** Server-generated ids, whose random bits can't be guessed and never collide. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  commandIdSchema,
  stakeIdSchema,
  type CommandId,
  type StakeId,
} from '../../../common/values/ids.ts';

const STAKE_ID_BYTES = 12;

/** 16 characters: it is in every tick that tells of the stake. */
export function newStakeId(): StakeId {
  return stakeIdSchema.parse(randomBytes(STAKE_ID_BYTES).toString('base64url'));
}

export function newCommandId(): CommandId {
  return commandIdSchema.parse(randomUUID());
}
