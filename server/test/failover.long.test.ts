/** Every kind of failover of MongoDB, one after the other under one load of players. */
import { testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { failoverSuite } from './support/failover.ts';

failoverSuite(await testMongod(), ['stepped down', 'killed', 'cut off']);
