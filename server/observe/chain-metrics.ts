/** What an operator watches of the chain (Prometheus): how far it is dealt with, how its endpoints do. */
import { Gauge, type Registry } from 'prom-client';

/** How far the chain is dealt with, and how its endpoints do. Null: another process knows. */
export interface ChainReadings {
  readonly block: () => number | null;
  readonly lag: () => number | null;
  readonly unverified: () => number;
  readonly comparedAgeS: () => number | null;
  /** `ok`, `unavailable` or `behind`. */
  readonly condition: () => string;
  readonly endpoints: () => readonly EndpointReading[];
}

interface EndpointReading {
  readonly name: string;
  readonly state: string;
  readonly head: number | null;
  readonly calls: number;
  readonly failures: number;
}

/** Adds the gauges that are read whenever the metrics are. */
export function watchChain(registry: Registry, chain: ChainReadings): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge(
    'denaria_chain_lag_blocks',
    'How many blocks the chain was ahead at the last look; NaN where another process follows it.',
    () => chain.lag() ?? Number.NaN,
  );
  gauge(
    'denaria_chain_block',
    'The newest block whose transfers were dealt with; -1 before the first.',
    () => chain.block() ?? -1,
  );
  gauge('denaria_chain_reachable', '1 where an endpoint answered when it was last asked.', () =>
    Number(chain.condition() !== 'unavailable'),
  );
  gauge(
    'denaria_chain_behind',
    '1 where the chain has been lower than what was dealt with for a minute.',
    () => Number(chain.condition() === 'behind'),
  );
  gauge(
    'denaria_chain_unverified_wallets',
    'Wallets with a transfer that is not dealt with, or whose last verification failed.',
    () => chain.unverified(),
  );
  gauge(
    'denaria_chain_compared_age_seconds',
    'How long ago everybody who staked had been compared; NaN where that was not here.',
    () => chain.comparedAgeS() ?? Number.NaN,
  );
  ofEndpoints('denaria_chain_endpoint_up', 'endpoint: 1 while it works.', ({ state }) =>
    Number(state === 'ok'),
  );
  ofEndpoints(
    'denaria_chain_endpoint_head',
    'endpoint: the newest block it told of; -1 before the first.',
    ({ head }) => head ?? -1,
  );
  ofEndpoints('denaria_chain_endpoint_calls', 'endpoint: calls asked of it.', ({ calls }) => calls);
  ofEndpoints(
    'denaria_chain_endpoint_failures',
    'endpoint: how many of them failed.',
    ({ failures }) => failures,
  );

  function ofEndpoints(
    name: string,
    words: string,
    read: (endpoint: EndpointReading) => number,
  ): void {
    const gauge = new Gauge({
      name,
      help: `By ${words}`,
      labelNames: ['endpoint'],
      registers,
      collect() {
        for (const endpoint of chain.endpoints()) {
          gauge.set({ endpoint: endpoint.name }, read(endpoint));
        }
      },
    });
  }
}
