/**
 * The commits that changes of eras made, as they follow each other among those of players, compared
 * with each other and with the era: ends of weeks [SEA1], and changes of the rules.
 */
import { isDeepStrictEqual } from 'node:util';
import { changesBetween, rulesObjection } from '../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import { formatCount } from '../../common/values/figures.ts';
import { instantText } from '../../common/values/instant.ts';
import {
  isKnownEvent,
  isOfPlayer,
  isWeekEnd,
  type Commit,
  type RulesChanged,
  type StoredEvent,
  type WeekEnded,
} from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import type { StoredEra } from '../store/era.ts';
import { rulesInEra, weeksIn } from '../store/kept/era.ts';
import type { Report } from './check-wallet.ts';

/** @param of what the differences are in: a wallet, a week, the rules. */
export type ReportOf = (of: string) => Report;

export class EraCommits {
  readonly #reportOf: ReportOf;
  /** Null: no commit has ended a week. */
  #first: number | null = null;
  #open = 0;
  #count = 0;
  readonly #changes: Omit<RulesChanged, 'rev'>[] = [];

  constructor(reportOf: ReportOf) {
    this.#reportOf = reportOf;
  }

  take(commit: Commit): void {
    if (isOfPlayer(commit)) return this.#takeOfPlayer(commit);
    this.#count += 1;
    if (isWeekEnd(commit)) this.#endWeek(commit);
    else this.#changeRules(commit);
  }

  /** @param era after the last commit. */
  compare({ value, commits }: StoredEra): void {
    this.#compareWeeks(weeksIn(value));
    this.#compareRules(rulesInEra(value)?.sets ?? []);
    if (commits === this.#count) return;
    this.#reportOf('the era')(
      `it counts ${formatCount(commits)} commits of its own, there are ${formatCount(this.#count)}`,
    );
  }

  /** By the rules in force; after the first end of a week, in the week that is open. */
  #takeOfPlayer(commit: StoredEvent): void {
    const { at, row } = commit;
    const changes = this.#changes.length;
    const known = isKnownEvent(commit) ? (commit.facts.rules ?? 0) : changes;
    if (known !== changes) {
      this.#reportOf(row.wallet)(
        `a commit of ${instantText(at)} counts ${known} changes of the rules before it, there were ${changes}`,
      );
    }
    if (this.#first === null || weekAt(at) === this.#open) return;
    this.#reportOf(row.wallet)(
      `a commit is dated ${instantText(at)}, and the week ${weekId(this.#open)} was open then`,
    );
  }

  /** One by one, each is dated at its week's end. */
  #endWeek({ at, week }: WeekEnded): void {
    if (this.#first !== null && week !== this.#open) {
      this.#reportOf(weekId(week))(`a commit ended it while ${weekId(this.#open)} was open`);
    }
    if (at !== weekBegins(week + 1)) {
      this.#reportOf(weekId(week))(
        `the commit that ended it is dated ${instantText(at)}, which is not its end`,
      );
    }
    this.#first ??= week;
    this.#open = Math.max(this.#open, week + 1);
  }

  #changeRules(change: RulesChanged): void {
    const { at, rules, detail } = change;
    const last = this.#changes.at(-1) ?? { at: 0, rules: SPECIFIED_RULES };
    const changed = changesBetween(last.rules, rules);
    const says = (what: string) =>
      this.#reportOf('the rules')(`their change of ${instantText(at)} ${what}`);
    const objection = rulesObjection(last.rules, rules);
    if (objection) says(`can’t follow. ${objection}`);
    if (changed.length === 0) says('changes nothing');
    if (at < last.at) says(`follows that of ${instantText(last.at)}`);
    if (!isDeepStrictEqual(detail.changed, changed)) says('does not say what it changed');
    this.#changes.push(change);
  }

  #compareWeeks(weeks: ReturnType<typeof weeksIn>): void {
    const first = this.#first ?? weeks?.first;
    // Nobody has joined since weeks end by commits.
    if (first === undefined) return;
    const open = this.#first === null ? first : this.#open;
    if (weeks?.first === first && weeks.open === open) return;
    const stored = weeks ? `${weekId(weeks.open)} since ${weekId(weeks.first)}` : 'no week';
    this.#reportOf(weekId(open))(
      `it is open by the commits, since ${weekId(first)}; the stored era says ${stored}`,
    );
  }

  #compareRules([first, ...sets]: NonNullable<ReturnType<typeof rulesInEra>>['sets']): void {
    const report = this.#reportOf('the rules');
    if (first && !isDeepStrictEqual(first.rules, SPECIFIED_RULES)) {
      report('the stored era says that the game began by others than the specification’s');
    }
    const due = this.#changes.map(({ at, rules }) => ({ since: at, rules }));
    for (let i = 0; i < Math.max(sets.length, due.length); i += 1) {
      if (isDeepStrictEqual(sets[i], due[i])) continue;
      const [stored, made] = [sets[i], due[i]].map((set) =>
        set ? `one of ${instantText(set.since)}` : 'none',
      );
      report(`their change ${i + 1} differs: the stored era has ${stored}, the commits ${made}`);
    }
  }
}
