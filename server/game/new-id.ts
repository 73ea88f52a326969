/** Ids of the server's own making: 128 random bits, which nobody guesses and which never collide. */
import { randomBytes } from 'node:crypto';
import {
  commandIdSchema,
  stakeIdSchema,
  type CommandId,
  type StakeId,
} from '../../common/values/ids.ts';

const randomText = () => randomBytes(16).toString('base64url');

export function newStakeId(): StakeId {
  return stakeIdSchema.parse(randomText());
}

export function newCommandId(): CommandId {
  return commandIdSchema.parse(randomText());
}
