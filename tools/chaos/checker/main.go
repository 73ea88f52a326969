// Judges histories that record.ts made, by Porcupine: for each file it prints a line of JSON, and
// it exits with 1 if one of them breaks a promise of docs/consistency.md.
//
// Each wallet is judged on two axes:
//
//   - time: its commands are linearizable, each between its first sending and its answer;
//   - revisions: every read shows all commits of the wallet up to the revision that it names, and
//     none after it, and names the one that it asked for, or a later one. A command takes effect
//     after every revision that anyone had seen when it was sent, and by the one that its answer
//     names. Reading one's own writes and never going back follow from that.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// Longer than any history takes by far: what is undecided by then counts as broken.
const patience = 30 * time.Second

const never = int64(1) << 62

// amounts is a set of multiples of 10: a wallet never stakes one twice.
type amounts [16]uint64

func (set amounts) has(amount int64) bool {
	return set[amount/640]&(1<<(amount/10%64)) != 0
}

func (set amounts) flip(amount int64) amounts {
	set[amount/640] ^= 1 << (amount / 10 % 64)
	return set
}

// state is what a wallet has done. Whole DENA.
type state struct {
	active, ended amounts
	staked, paid  int64
	units         [4]int64
}

type wallet struct{ Dena, Gdp int64 }

// shown is what an answer shows: of a player, of a list of stakes, or of a row of the ranking.
type shown struct {
	Staked, Paid, Available *int64
	Gdp, Holdings           *int64
	Units                   *[4]int64
	Active, Ended           []int64
}

// line is an operation, a fault, or, in the first line, the wallets.
type line struct {
	Wallets map[string]*wallet

	Fault      string
	IsElection bool

	Client                    int
	Op, Wallet, Outcome, Code string
	Amount, Resource          int64
	Quantity, Cost            int64
	Call, Return              int64
	Rev, AtLeast              string
	Shows                     *shown

	of               *wallet
	isDuringElection bool
	// Which of all revisions it names, and the newest that anyone had seen when it was sent; -1: none.
	place, seen int64
	// When a list shows what an unknown command did, and at which revision.
	shownBy, shownAt int64
	neverShown       bool
}

func (l *line) isRead() bool { return l.Op == "player" || l.Op == "stakes" || l.Op == "row" }

func step(s state, l *line) (bool, state) {
	if l.isRead() {
		return shows(s, l), s
	}
	next, can := s, false
	available := l.of.Dena - s.staked - s.paid
	switch l.Op {
	case "stake":
		can = l.Amount <= available
		next.active = s.active.flip(l.Amount)
		next.staked += l.Amount
	case "trade":
		can = l.Cost <= available
		next.paid += l.Cost
		next.units[l.Resource] += l.Quantity
	case "unstake":
		can = s.active.has(l.Amount)
		next.active, next.ended = s.active.flip(l.Amount), s.ended.flip(l.Amount)
		next.staked -= l.Amount
	}
	switch {
	case l.Outcome == "unknown" && !can:
		return true, s
	case l.Outcome == "unknown":
		return true, next
	case l.Outcome == "ok":
		return can && shows(next, l), next
	case l.Code == "insufficient-dena":
		return !can, s
	case l.Code == "stake-locked":
		return s.active.has(l.Amount), s
	case l.Code == "stake-ended":
		return s.ended.has(l.Amount), s
	}
	return l.Code == "busy" || l.Code == "chain-unavailable", s
}

func shows(s state, l *line) bool {
	is := func(shown *int64, value int64) bool { return shown == nil || *shown == value }
	of := l.Shows
	if of == nil {
		return true
	}
	if l.Op == "stakes" && (setOf(of.Active) != s.active || setOf(of.Ended) != s.ended) {
		return false
	}
	return (of.Units == nil || *of.Units == s.units) &&
		is(of.Staked, s.staked) && is(of.Paid, s.paid) &&
		is(of.Available, l.of.Dena-s.staked-s.paid) &&
		is(of.Holdings, l.of.Dena-s.paid) && is(of.Gdp, l.of.Gdp+s.staked/10)
}

// setOf leaves out what is listed twice, so that no state has it.
func setOf(listed []int64) (set amounts) {
	for _, amount := range listed {
		set = set.flip(amount)
	}
	return set
}

var model = porcupine.Model{
	Init:              func() any { return state{} },
	Step:              func(s, in, _ any) (bool, any) { return step(s.(state), in.(*line)) },
	DescribeOperation: func(in, _ any) string { return describe(in.(*line)) },
}

func describe(l *line) string {
	shown, _ := json.Marshal(l.Shows)
	return fmt.Sprintf("%s %d %d %s %s%s %s", l.Op, l.Amount, l.Quantity, l.Outcome, l.Code, l.Rev, shown)
}

func operation(l *line, call, end int64) porcupine.Operation {
	return porcupine.Operation{ClientId: l.Client, Input: l, Call: call, Return: end}
}

// onTime has a wallet's commands. What is unknown may take effect at any later time, or never.
func onTime(lines []*line) (all []porcupine.Operation) {
	for _, l := range lines {
		switch {
		case l.isRead() || l.Outcome == "unknown" && l.neverShown:
		case l.Outcome == "unknown":
			all = append(all, operation(l, l.Call, max(l.Call, l.shownBy)))
		default:
			all = append(all, operation(l, l.Call, l.Return))
		}
	}
	return all
}

// onRevisions places what is read at 2n+1, for the nth revision, and what commits before that at 2n
// or earlier. Refusals name no place.
func onRevisions(lines []*line) (all []porcupine.Operation) {
	for _, l := range lines {
		from := 2 * (l.seen + 1)
		switch {
		case l.isRead() && l.isDuringElection && l.Op != "row":
			// It may be of before, but not of after.
			all = append(all, operation(l, -1, 2*l.place+1))
		case l.isRead():
			all = append(all, operation(l, 2*l.place+1, 2*l.place+1))
		case l.Outcome == "refused" || l.Outcome == "unknown" && l.neverShown:
		case l.Outcome == "unknown":
			all = append(all, operation(l, from, max(from, 2*l.shownAt)))
		case l.Rev == "":
			all = append(all, operation(l, from, never))
		default:
			all = append(all, operation(l, from, max(from, 2*l.place)))
		}
	}
	return all
}

// findShown bounds the unknown commands by the lists that show what they did. The last list of a
// wallet shows all of its stakes: others were never made. Of trades nothing is known.
func findShown(lines []*line) {
	for _, l := range lines {
		l.shownBy, l.shownAt = never, never/2
		l.neverShown = l.Op != "trade"
		for _, read := range lines {
			of := read.Shows
			if l.Op == "trade" || read.Op != "stakes" {
				continue
			}
			isThere := slices.Contains(of.Ended, l.Amount)
			if isThere || l.Op == "stake" && slices.Contains(of.Active, l.Amount) {
				l.neverShown = false
				l.shownBy, l.shownAt = min(l.shownBy, read.Return), min(l.shownAt, read.place)
			}
		}
	}
}

// A verdict is printed; what is broken names the wallet and the axis, or what an answer says.
type verdict struct {
	File                                         string
	Operations, Reads, AtLeast, Refused, Unknown int
	Faults                                       int
	Ms                                           int64
	Broken                                       []string
}

func judge(file string, lines []*line) verdict {
	v := verdict{File: file, Broken: []string{}}
	var elections, ops []*line
	for _, l := range lines[1:] {
		if l.Fault == "" {
			l.of = lines[0].Wallets[l.Wallet]
			ops = append(ops, l)
			continue
		}
		v.Faults++
		if l.IsElection {
			elections = append(elections, l)
		}
	}
	place(ops)
	perWallet := map[string][]*line{}
	for _, l := range ops {
		for _, e := range elections {
			l.isDuringElection = l.isDuringElection || l.Call <= e.Return && l.Return >= e.Call
		}
		v.count(l)
		if l.isRead() && (l.place < 0 || l.Rev < l.AtLeast) {
			v.broken("older than asked for: %s", describe(l))
		}
		if !l.isRead() && l.place >= 0 && l.place <= l.seen {
			v.broken("names a revision that was seen before it was sent: %s", describe(l))
		}
		perWallet[l.Wallet] = append(perWallet[l.Wallet], l)
	}

	from := time.Now()
	for of, lines := range perWallet {
		findShown(lines)
		axes := map[string][]porcupine.Operation{"time": onTime(lines), "revisions": onRevisions(lines)}
		for axis, history := range axes {
			result := porcupine.CheckOperationsTimeout(model, history, patience)
			if result == porcupine.Ok {
				continue
			}
			v.broken("%s on the axis of %s: %s", of, axis, result)
			if result == porcupine.Illegal {
				_, info := porcupine.CheckOperationsVerbose(model, history, patience)
				porcupine.VisualizePath(model, info, fmt.Sprintf("%s.%s.%s.html", file, of, axis))
			}
		}
	}
	v.Ms = time.Since(from).Milliseconds()
	return v
}

func (v *verdict) count(l *line) {
	v.Operations++
	switch {
	case l.isRead() && l.AtLeast != "":
		v.Reads, v.AtLeast = v.Reads+1, v.AtLeast+1
	case l.isRead():
		v.Reads++
	case l.Outcome == "refused":
		v.Refused++
	case l.Outcome == "unknown":
		v.Unknown++
	}
}

func (v *verdict) broken(format string, with ...any) {
	v.Broken = append(v.Broken, fmt.Sprintf(format, with...))
}

// place finds which revision each operation names, and the newest that had been seen by then.
func place(ops []*line) {
	var revs []string
	for _, l := range ops {
		if l.Rev != "" {
			revs = append(revs, l.Rev)
		}
	}
	slices.Sort(revs)
	revs = slices.Compact(revs)
	byReturn := slices.Clone(ops)
	slices.SortFunc(byReturn, func(a, b *line) int { return cmp.Compare(a.Return, b.Return) })
	newest := []int64{-1}
	for n, l := range byReturn {
		l.place = -1
		if at, isNamed := slices.BinarySearch(revs, l.Rev); isNamed {
			l.place = int64(at)
		}
		newest = append(newest, max(newest[n], l.place))
	}
	for _, l := range ops {
		before := sort.Search(len(byReturn), func(n int) bool { return byReturn[n].Return >= l.Call })
		l.seen = newest[before]
	}
}

func read(path string) (lines []*line, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		l := &line{}
		if err := json.Unmarshal(scanner.Bytes(), l); err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	return lines, nil
}

func main() {
	code := 0
	for _, path := range os.Args[1:] {
		lines, err := read(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, path, err)
			os.Exit(2)
		}
		v := judge(path, lines)
		text, _ := json.Marshal(v)
		fmt.Println(string(text))
		if len(v.Broken) > 0 {
			code = 1
		}
	}
	os.Exit(code)
}
