/**
 * What a connection string may say. Durability and the order of commits rest on Denaria's own
 * settings, and the driver would let the string override some of them, or read documents in another
 * form. A value equal to ours is accepted: hosting providers' strings often have one.
 */
import { StoreNotOpened } from '../store.ts';

const RELIED_ON =
  'decides what an acknowledged commit is worth, or in what order commits are read: Denaria relies on';

interface Rule {
  /** In lower case. */
  readonly options: string;
  readonly values: RegExp;
  /** What is wrong with any other value. */
  readonly words: string;
}

const RULES: readonly Rule[] = [
  { options: 'w readconcernlevel', values: /^majority$/i, words: `${RELIED_ON} majority` },
  {
    options: 'journal j retrywrites retryreads',
    values: /^true$/i,
    words: `${RELIED_ON} true`,
  },
  { options: 'readpreference', values: /^primary$/i, words: `${RELIED_ON} primary` },
  { options: 'directconnection loadbalanced', values: /^false$/i, words: `${RELIED_ON} false` },
  {
    options: 'maxpoolsize',
    values: /^(0|[2-9]|[1-9]\d{1,8})$/,
    words:
      'must be 2 or more: the change stream holds one, and with no other a commit takes seconds',
  },
  {
    options: 'compressors',
    values: /^(none|zlib)(,(none|zlib))*$/i,
    words: 'may name only zlib: no other is installed',
  },
  {
    options: 'authmechanism',
    values: /^(default|scram-sha-1|scram-sha-256|plain|mongodb-x509|mongodb-oidc)$/i,
    words:
      'may be SCRAM-SHA-1, SCRAM-SHA-256, PLAIN, MONGODB-X509 or MONGODB-OIDC: no other is installed',
  },
  {
    options: 'waitqueuetimeoutms maxidletimems',
    values: /^(0|[1-9]\d{2,8})$/,
    words: 'must be 100 or more, in milliseconds',
  },
  {
    // The driver refuses values of a wrong form.
    options: `serverselectiontimeoutms connecttimeoutms sockettimeoutms heartbeatfrequencyms
      localthresholdms minpoolsize maxconnecting srvmaxhosts zlibcompressionlevel family
      tls ssl tlsinsecure tlsallowinvalidcertificates tlsallowinvalidhostnames
      replicaset appname authsource authmechanismproperties srvservicename servermonitoringmode
      nodelay autoselectfamily autoselectfamilyattempttimeout
      tlscafile tlscrlfile tlscertificatekeyfile tlscertificatekeyfilepassword`,
    values: /./,
    words: 'is empty',
  },
];

const RULE_OF = new Map(
  RULES.flatMap((rule) => rule.options.split(/\s+/).map((option) => [option, rule] as const)),
);

/** @throws StoreNotOpened naming an option that can't stand, and never its value. */
export function assertOptionsFit(uri: string): void {
  const query = uri.slice(uri.indexOf('?') + 1);
  if (query === uri) return;
  for (const [name, value] of new URLSearchParams(query)) {
    const rule = RULE_OF.get(name.toLowerCase());
    if (rule?.values.test(value)) continue;
    const words = rule?.words ?? 'Denaria sets itself, or has no use for';
    throw new StoreNotOpened(
      `MONGODB_URI sets ${name}, which ${words}. Take ${name} out of MONGODB_URI.`,
    );
  }
}
