/** The chain's metrics (Prometheus): how far the game has processed it, and the state of its endpoints. */
import { Gauge, Counter, type Registry } from 'prom-client';
import type { ChainCondition } from '../../common/protocol/health.ts';
import { gaugesIn } from './gauges.ts';

/** Null if this process does not know: another one follows the chain. */
export interface ChainReadings {
  readonly block: () => number | null;
  readonly lag: () => number | null;
  readonly unverified: () => number;
  readonly comparedAgeS: () => number | null;
  readonly condition: () => ChainCondition;
  readonly endpoints: () => readonly EndpointReading[];
}

/** Part of the chain's EndpointStatus, which this folder does not import. */
interface EndpointReading {
  readonly name: string;
  readonly state: string;
  readonly head: number | null;
  readonly calls: number;
  readonly failures: number;
}

export function watchChain(registry: Registry, chain: ChainReadings): void {
  const registers = [registry];
  const gauge = gaugesIn(registry);
  gauge(
    'denaria_chain_lag_blocks',
    'Blocks by which the chain was ahead at the last look; NaN if another process follows it.',
    () => chain.lag() ?? Number.NaN,
  );
  gauge(
    'denaria_chain_block',
    'The newest block whose transfers were processed; -1 before the first.',
    () => chain.block() ?? -1,
  );
  gauge('denaria_chain_reachable', '1 if an endpoint answered when one was last asked.', () =>
    Number(chain.condition() !== 'unavailable'),
  );
  gauge(
    'denaria_chain_behind',
    '1 if the chain has been below the newest processed block for a minute.',
    () => Number(chain.condition() === 'behind'),
  );
  gauge(
    'denaria_chain_unverified_wallets',
    'Wallets with an unprocessed transfer, or whose last verification failed.',
    () => chain.unverified(),
  );
  gauge(
    'denaria_chain_compared_age_seconds',
    'Time since the last round over all stakers ended; NaN before the first one of this process.',
    () => chain.comparedAgeS() ?? Number.NaN,
  );
  ofEndpoints('denaria_chain_endpoint_up', 'endpoint: 1 while it works.', ({ state }) =>
    Number(state === 'ok'),
  );
  ofEndpoints(
    'denaria_chain_endpoint_head',
    'endpoint: the newest block it reported; -1 before the first.',
    ({ head }) => head ?? -1,
  );
  ofEndpoints('denaria_chain_endpoint_calls', 'endpoint: calls sent to it.', ({ calls }) => calls);
  ofEndpoints(
    'denaria_chain_endpoint_failures',
    'endpoint: how many of them failed.',
    ({ failures }) => failures,
  );

  function ofEndpoints(
    name: string,
    help: string,
    read: (endpoint: EndpointReading) => number,
  ): void {
    const gauge = new Gauge({
      name,
      help: `By ${help}`,
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

export interface NameReadings {
  readonly asked: number;
  readonly unknown: number;
  readonly changed: number;
  readonly waiting: number;
}

export function watchNames(registry: Registry, read: () => NameReadings): void {
  const counter = (name: string, help: string, figure: (readings: NameReadings) => number) => {
    const counted = new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        counted.reset();
        counted.inc(figure(read()));
      },
    });
  };
  counter('denaria_names_asked_total', 'Wallets whose name was looked up.', ({ asked }) => asked);
  counter(
    'denaria_names_unknown_total',
    'Of those, the ones whose name could not be learnt; they are looked up again.',
    ({ unknown }) => unknown,
  );
  counter(
    'denaria_names_changed_total',
    'Names committed because they differed, including removed ones.',
    ({ changed }) => changed,
  );
  gaugesIn(registry)(
    'denaria_names_waiting',
    'Wallets beyond the first rows that wait to be looked up.',
    () => read().waiting,
  );
}
