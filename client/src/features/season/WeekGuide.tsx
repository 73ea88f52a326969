/** The rules of the week's race, for people [SEA1–SEA4]. */
import { Stack } from '../../ui/layout/boxes.ts';
import { FourColumns } from '../../ui/layout/sections.ts';
import { Muted } from '../../ui/text.ts';

const RULES = [
  {
    title: 'Monday to Sunday, UTC',
    text: 'Every week is a race of its own, as long as a lock. It never changes a stake or a GDP.',
  },
  {
    title: 'Your gain counts',
    text: 'It is how far you climb above your own best. Taking stakes down and putting them up again gains nothing; a new wallet starts from the GDP that joining gave.',
  },
  {
    title: 'First wins',
    text: 'Every gain above $0 is ranked. If two are equal, the one who got there first is ahead. The winner keeps a laurel for good.',
  },
  {
    title: 'Your nation gains too',
    text: 'Its gain is the sum of its players’ gains. Presidency doesn’t affect it.',
  },
] as const;

export function WeekGuide() {
  return (
    <FourColumns $gap={5} $single>
      {RULES.map(({ title, text }) => (
        <Stack as="li" key={title} $gap={2}>
          <strong>{title}</strong>
          <Muted>{text}</Muted>
        </Stack>
      ))}
    </FourColumns>
  );
}
