import { describe, expect, test } from 'vitest';
import { StoreNotOpened } from '../store.ts';
import { assertOptionsFit } from './connection-string.ts';

const PLACE = 'mongodb://denaria:secret@127.0.0.1:1/denaria?replicaSet=rs0';

describe('a connection string that sets what commits rest on, or what does not work', () => {
  test.each([
    'w=1',
    'journal=false',
    'wtimeoutMS=100',
    'readConcernLevel=local',
    'readPreference=secondaryPreferred',
    'retryWrites=false',
    'timeoutMS=50',
    'directConnection=true',
    'maxPoolSize=1',
    'maxPoolSize=many',
    'waitQueueTimeoutMS=1',
    'compressors=zstd',
    'compressors=zlib,snappy',
    'uuidRepresentation=standard',
    'promoteValues=false',
    'authMechanism=MONGODB-AWS',
    'proxyHost=127.0.0.1',
    'appName=',
  ])('is refused if it says %s, by the option’s name and without the password', (option) => {
    const [name] = option.split('=');
    const refused = () => assertOptionsFit(`${PLACE}&${option}`);
    expect(refused).toThrow(StoreNotOpened);
    expect(refused).toThrow(`Take ${name} out of MONGODB_URI.`);
    expect(refused).not.toThrow(/secret/);
  });

  test('is accepted if it only repeats our own settings, as hosting providers’ strings do', () => {
    for (const option of [
      'retryWrites=true&w=majority',
      'readPreference=primary&readConcernLevel=majority',
      'tls=true&authSource=admin&maxPoolSize=20&serverSelectionTimeoutMS=100&appName=w=1',
      'maxPoolSize=2&serverMonitoringMode=poll',
      'maxPoolSize=0&compressors=zlib&authMechanism=SCRAM-SHA-256&maxIdleTimeMS=120000',
      'authMechanism=MONGODB-OIDC&authMechanismProperties=ENVIRONMENT:k8s',
      'serverMonitoringMode=poll&zlibCompressionLevel=-1',
      'MAXPOOLSIZE=2&ssl=true&tlsCAFile=/etc/ca.pem&connectTimeoutMS=10000',
    ]) {
      expect(() => assertOptionsFit(`${PLACE}&${option}`)).not.toThrow();
    }
    expect(() => assertOptionsFit('mongodb://127.0.0.1:1/denaria')).not.toThrow();
  });
});
