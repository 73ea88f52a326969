/** One failover of MongoDB, in the way that is met most: a primary that is gone at once. */
import { testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { failoverSuite } from './support/failover.ts';

failoverSuite(await testMongod(), ['killed']);
