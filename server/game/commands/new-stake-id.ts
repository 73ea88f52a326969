import { stakeIdSchema, type StakeId } from '../../../common/values/ids.ts';
import { unguessableBytes } from '../../lib/machine.ts';

const STAKE_ID_BYTES = 12;

/** 16 characters that can't be guessed and never collide: short, since every tick that tells of the stake has them. */
export function newStakeId(): StakeId {
  return stakeIdSchema.parse(unguessableBytes(STAKE_ID_BYTES).toString('base64url'));
}
