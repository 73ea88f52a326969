/** The metrics of the name lookups (Prometheus). */
import { Counter, type Registry } from 'prom-client';
import { gaugesIn } from './gauges.ts';

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
