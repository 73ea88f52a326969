import { expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { parseCalendar } from '../../test/support/strict-formats.ts';
import { calendar, calendarEvent } from './calendar.ts';
import { csvLine } from './csv.ts';
import { calledBy, escaped } from './markup.ts';

test('a field is text, a figure or empty, and no formula in any spelling', () => {
  expect(csvLine([1, null, 'marco.eth', 'a,b', 'say "hi"', 'two\nlines'])).toBe(
    '1,,marco.eth,"a,b","say ""hi""","two\nlines"\r\n',
  );
  const formulas = ['=1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'];
  for (const text of formulas) expect(csvLine([text])).toMatch(/^"?'/);
  expect(csvLine([-1])).toBe('-1\r\n');
});

test('a long line of a calendar is folded between characters, at 75 octets at most', () => {
  for (const character of ['x', 'é', '字', '🇮🇹', '\\', ',']) {
    for (const length of [60, 61, 62, 63, 200]) {
      const name = character.repeat(length);
      const summary = `a${name}`;
      const page = 'https://play.example/';
      const event = { uid: 'one', at: 1, madeAt: 0, summary, description: '', page };
      const { calendar: head, events } = parseCalendar(calendar(name, [calendarEvent(event)]));
      expect([head.get('NAME'), events[0]?.get('SUMMARY')]).toEqual([name, summary]);
    }
  }
});

test('markup has no controls; a name has no marks that turn its neighbours, and is never empty', () => {
  expect(escaped(`<a href="x">'&\u0000\u001b\uffff`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&#39;&amp;',
  );
  const wallet = address(`0x${'1'.repeat(40)}`);
  expect(calledBy('\u202ea\r\n b\u2069', wallet)).toBe('a b');
  expect(calledBy('\u200e\u200f ', wallet)).toBe('0x1111…1111');
  expect(calledBy(null, wallet)).toBe('0x1111…1111');
});
