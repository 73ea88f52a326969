/** One failover of MongoDB, the most common kind: a primary that is suddenly gone. */
import { testMongod } from '../../tools/test/mongo/test-mongo.ts';
import { failoverSuite } from './support/failover.ts';

failoverSuite(await testMongod(), ['killed']);
