import { EventEmitter } from 'node:events';
import { ObjectId } from 'mongodb';
import { expect, test } from 'vitest';
import { Primaries } from './primaries.ts';

/** A client that announces primaries: their elections, and null if there is none. */
function clientOf() {
  const client = new EventEmitter();
  return {
    client,
    sees: (electionId: ObjectId | null) => {
      const type = electionId ? 'RSPrimary' : 'RSSecondary';
      client.emit('topologyDescriptionChanged', {
        newDescription: { servers: new Map([['a:27017', { type, electionId }]]) },
      });
    },
  };
}

test('[ORD1] what a primary answered is outdated once another one was elected', () => {
  const { client, sees } = clientOf();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that it needs of a client
  const primaries = new Primaries(client as never);
  const first = new ObjectId();
  sees(first);
  primaries.answered(10, primaries.term);
  expect(primaries.isOutdated(10)).toBe(false);
  // A missed heartbeat, or an election without a new winner, changes nothing.
  sees(null);
  sees(first);
  expect(primaries.isOutdated(10)).toBe(false);
  const asked = primaries.term;
  sees(new ObjectId());
  expect(primaries.isOutdated(10)).toBe(true);
  // Sent to the old one, answered late.
  primaries.answered(11, asked);
  expect(primaries.isOutdated(11)).toBe(true);
  primaries.answered(12, primaries.term);
  expect(primaries.isOutdated(12)).toBe(false);
  // Forgotten, or never loaded here.
  expect(primaries.isOutdated(13)).toBe(false);
});
