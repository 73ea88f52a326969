/**
 * Ids of the server's own making: UUIDs of version 4 (RFC 9562), whose 122 random bits nobody guesses and
 * which never collide. Node draws the bits of many at once.
 */
import { randomUUID } from 'node:crypto';
import {
  commandIdSchema,
  stakeIdSchema,
  type CommandId,
  type StakeId,
} from '../../../common/values/ids.ts';

export function newStakeId(): StakeId {
  return stakeIdSchema.parse(randomUUID());
}

export function newCommandId(): CommandId {
  return commandIdSchema.parse(randomUUID());
}
