/**
 * Server-generated ids: UUIDs of version 4 (RFC 9562), whose 122 random bits can't be guessed and never
 * collide. Node draws the random bits for many ids at a time.
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
