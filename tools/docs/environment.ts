/** .env.example, made of server/boot/variables.ts. */
import type { z } from 'zod';
import {
  DEFAULTS,
  fileOf,
  REQUIRED_IN_PRODUCTION,
  SECRET_VARIABLES,
} from '../../server/boot/config.ts';
import { VARIABLES } from '../../server/boot/variables.ts';

const WIDTH = 108;

const HEAD = `# Denaria's configuration, made by \`npm run docs\` from server/boot/variables.ts. Copy this file to .env and fill in
# what you need, or set the variables in the environment, which wins over the file. Development needs none of them.
# A bad or missing variable stops the server at startup, with a message that says what to do.
# Put a value that has a # in quotes, and a comment on a line of its own. A secret may come from a file instead: the
# variable whose name ends in _FILE names it, such as /run/secrets/session-secret.
`;

/** What .env.example shows of a variable that has no default. */
const EXAMPLES: Readonly<Record<string, string>> = {
  PUBLIC_ORIGIN: 'https://play.example.org',
  MONGODB_URI: 'mongodb://localhost:27017/denaria?replicaSet=rs0',
  ETH_RPC_URL: 'https://ethereum-rpc.example.org,wss://ethereum-rpc.example.com',
  DENA_ADDRESS: '0x...',
  NATIONAL_NFT_ADDRESS: '0x...',
  CULTURAL_NFT_ADDRESS: '0x...',
  METRICS_PORT: '9464',
};

interface Variable {
  readonly name: string;
  readonly description: string;
  /** In every mode; null if there is none, or another one in each. */
  readonly fixed: string | null;
  readonly inProduction: string | null;
  readonly inDevelopment: string | null;
  readonly isRequired: boolean;
}

function described([name, schema]: readonly [string, z.ZodType]): Variable {
  if (!schema.description) throw new Error(`server/boot/variables.ts describes no ${name}`);
  const { data } = schema.safeParse(undefined);
  const value = (defaults: Readonly<Record<string, unknown>>) =>
    name in defaults ? String(defaults[name]) : null;
  return {
    name,
    description: schema.description,
    fixed: typeof data === 'string' || typeof data === 'number' ? String(data) : null,
    inProduction: value(DEFAULTS.production),
    inDevelopment: value(DEFAULTS.development),
    isRequired: REQUIRED_IN_PRODUCTION.includes(name),
  };
}

const ALL = Object.entries<z.ZodType>(VARIABLES).map(described);

export function envExample(): string {
  return [HEAD, ...ALL.map(lines)].join('\n');
}

function lines({ name, description, isRequired, ...values }: Variable): string {
  const { fixed, inProduction, inDevelopment } = values;
  const more = isRequired
    ? ' Required in production.'
    : inProduction === null
      ? ''
      : ` Production: ${inProduction}; development: ${inDevelopment}.`;
  const setting = `${name}=${fixed ?? inProduction ?? EXAMPLES[name] ?? ''}`;
  const shown = fixed === null ? `# ${setting}` : setting;
  const inFile = SECRET_VARIABLES.includes(name) ? `# ${fileOf(name)}=\n` : '';
  return `${wrapped(description + more)}\n${shown}\n${inFile}`;
}

/** As comments. */
function wrapped(text: string): string {
  const rows = [''];
  for (const word of text.split(' ')) {
    const longer = `${rows.at(-1)} ${word}`;
    if (longer.length < WIDTH) rows[rows.length - 1] = longer;
    else rows.push(` ${word}`);
  }
  return rows.map((row) => `#${row}`).join('\n');
}
