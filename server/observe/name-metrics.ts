/** The metrics of the names that wallets go by (Prometheus). */
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
  counter('denaria_names_asked_total', 'Wallets whose name was asked for.', ({ asked }) => asked);
  counter(
    'denaria_names_unknown_total',
    'Of them, those of which nothing could be learnt; they are asked for again.',
    ({ unknown }) => unknown,
  );
  counter(
    'denaria_names_changed_total',
    'Names committed because they differed, those taken away included.',
    ({ changed }) => changed,
  );
  gaugesIn(registry)(
    'denaria_names_waiting',
    'Wallets beyond the first rows that wait to be asked for.',
    () => read().waiting,
  );
}
