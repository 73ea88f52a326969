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
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// Longer than any history takes by far: what is undecided by then counts as broken.
const patience = 2 * time.Minute

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

	Client                         int
	Op, Wallet, Outcome, Code      string
	Amount, Resource               int64
	Quantity, Cost                 int64
	Call, Return                   int64
	Rev, AtLeast                   string
	Shows                          *shown
	of                             *wallet
	isDuringElection, isOutOfOrder bool
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
	return false, s
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
	Init: func() any { return state{} },
	Step: func(s, in, _ any) (bool, any) { return step(s.(state), in.(*line)) },
	DescribeOperation: func(in, _ any) string {
		text, _ := json.Marshal(in)
		return string(text)
	},
}

func operation(l *line, call, end int64) porcupine.Operation {
	return porcupine.Operation{ClientId: l.Client, Input: l, Call: call, Return: end}
}

func onTime(lines []*line) (all []porcupine.Operation) {
	for _, l := range lines {
		if l.isRead() {
			continue
		}
		end := l.Return
		if l.Outcome == "unknown" {
			end = never
		}
		all = append(all, operation(l, l.Call, end))
	}
	return all
}

// onRevisions places what is read at 2n+1, for the nth revision, and what commits before that at 2n
// or earlier. Refusals name no place.
func onRevisions(lines []*line, placeOf map[string]int64, seenAt func(int64) int64) (all []porcupine.Operation) {
	for _, l := range lines {
		at, isNamed := placeOf[l.Rev]
		switch {
		case l.isRead() && l.isDuringElection && l.Op != "row":
			// It may be of before, but not of after.
			all = append(all, operation(l, -1, 2*at+1))
		case l.isRead():
			all = append(all, operation(l, 2*at+1, 2*at+1))
		case l.Outcome == "refused":
		case l.Outcome == "ok" && isNamed:
			all = append(all, operation(l, 2*(seenAt(l.Call)+1), 2*at))
		default:
			all = append(all, operation(l, 2*(seenAt(l.Call)+1), never))
		}
	}
	return all
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
	var revs []string
	var ops, elections []*line
	wallets := lines[0].Wallets
	for _, l := range lines[1:] {
		if l.Fault != "" {
			v.Faults++
			if l.IsElection {
				elections = append(elections, l)
			}
			continue
		}
		l.of = wallets[l.Wallet]
		ops = append(ops, l)
		revs = append(revs, l.Rev)
	}
	slices.Sort(revs)
	revs = slices.Compact(revs)
	placeOf := map[string]int64{}
	for n, rev := range revs {
		if rev != "" {
			placeOf[rev] = int64(n)
		}
	}

	// The newest revision that had been seen at a time.
	byReturn := slices.Clone(ops)
	slices.SortFunc(byReturn, func(a, b *line) int { return int(a.Return - b.Return) })
	newest := make([]int64, len(byReturn)+1)
	newest[0] = -1
	for n, l := range byReturn {
		newest[n+1] = newest[n]
		if place, isNamed := placeOf[l.Rev]; isNamed {
			newest[n+1] = max(newest[n], place)
		}
	}
	seenAt := func(time int64) int64 {
		return newest[sort.Search(len(byReturn), func(n int) bool { return byReturn[n].Return >= time })]
	}

	perWallet := map[string][]*line{}
	for _, l := range ops {
		for _, e := range elections {
			l.isDuringElection = l.isDuringElection || l.Call <= e.Return && l.Return >= e.Call
		}
		v.Operations++
		switch {
		case l.isRead():
			v.Reads++
			if l.AtLeast != "" {
				v.AtLeast++
			}
		case l.Outcome == "refused":
			v.Refused++
		case l.Outcome == "unknown":
			v.Unknown++
		}
		place, isNamed := placeOf[l.Rev]
		if l.isRead() && (!isNamed || l.Rev < l.AtLeast) {
			v.Broken = append(v.Broken, "is older than asked for: "+model.DescribeOperation(l, nil))
		}
		if !l.isRead() && isNamed && place <= seenAt(l.Call) {
			v.Broken = append(v.Broken, "names a revision of before it was sent: "+model.DescribeOperation(l, nil))
			continue
		}
		perWallet[l.Wallet] = append(perWallet[l.Wallet], l)
	}

	from := time.Now()
	for of, lines := range perWallet {
		axes := map[string][]porcupine.Operation{
			"time":      onTime(lines),
			"revisions": onRevisions(lines, placeOf, seenAt),
		}
		for axis, history := range axes {
			if result := porcupine.CheckOperationsTimeout(model, history, patience); result != porcupine.Ok {
				v.Broken = append(v.Broken, fmt.Sprintf("%s on the axis of %s: %s", of, axis, result))
				_, info := porcupine.CheckOperationsVerbose(model, history, patience)
				porcupine.VisualizePath(model, info, fmt.Sprintf("%s.%s.%s.html", file, of, axis))
			}
		}
	}
	v.Ms = time.Since(from).Milliseconds()
	return v
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
