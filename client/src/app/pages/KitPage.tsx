/** The parts that pages are built from, in all their states (/kit): in development only. */
import { useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DollarChange, PercentChange, RankMove } from '../../ui/Delta.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field, wordsId } from '../../ui/Field.tsx';
import { Grid, Row, Stack } from '../../ui/layout/boxes.ts';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelRow, PanelRows, RowRank } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { QuantityField } from '../../ui/QuantityField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StakedList, StakeRow } from '../../ui/StakedList.tsx';
import { BigFigure, Caption, Muted, Strong, Subheading, Words } from '../../ui/text.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { PageTitle } from './PageTitle.tsx';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PEOPLE = [
  { name: 'marco.eth', gdp: '$12,345,678' },
  { name: null, gdp: '$900,000,000,000' },
  { name: `${'averylongname'.repeat(6)}.eth`, gdp: '$0' },
];

const UNTIL = '2026-12-03T12:00:00.000Z';
const FACTS = [
  { label: 'Held', value: '100,000' },
  { label: 'Staked', value: '35,000', note: 'locked for 7 days' },
  { label: 'Free', value: <Skeleton $width="4rem" /> },
];
const IDLE = { data: undefined, isPending: false, isError: false, refetch: () => undefined };
const STAKES: readonly [label: string, state: object, rowsLeftMs?: readonly number[]][] = [
  ['Loading', { isPending: true }],
  ['Failed', { isError: true }],
  ['None', { data: [] }],
  ['Locked and unlocked', { data: [1] }, [3_600_000, 0]],
];
const POINTS = [18_000, 19_000, 19_000, 27_100, 25_300].map((value, atMs) => ({ value, atMs }));

export function KitPage() {
  return (
    <Page>
      <PageTitle>Kit</PageTitle>
      <PageHead title="Kit" lead="Every part that pages are built from, in all its states." />
      <Grid $min="22rem" $gap={5}>
        <Panel title="Text and figures" aside="an aside">
          <Stack $gap={3}>
            <Subheading>A subheading</Subheading>
            <Muted>A paragraph in the muted ink.</Muted>
            <Row $gap={4} $wrap $align="baseline">
              <BigFigure $size="title">$30,800</BigFigure>
              <BigFigure>$12,345,678</BigFigure>
              <Strong>100,000</Strong>
              <Figure value={900e9} text="$900,000,000,000" />
            </Row>
            <Row $gap={4} $wrap>
              <Caption>muted</Caption>
              <Caption $tone="faint">faint</Caption>
              <Caption $tone="rise">rise</Caption>
              <Caption $tone="fall">fall</Caption>
            </Row>
            <Row $gap={4} $wrap>
              <PercentChange percent={12.5} />
              <PercentChange percent={-3} />
              <PercentChange percent={0} />
              <DollarChange dollars={8100} />
              <DollarChange dollars={-12_345_678} />
              <DollarChange dollars={null} />
              <RankMove places={2} />
              <RankMove places={-500} />
            </Row>
            <Row $gap={2} $wrap>
              <Badge>Top 4</Badge>
              <Badge $tone="action">You</Badge>
            </Row>
          </Stack>
        </Panel>
        <Panel title="Facts">
          <Stack $gap={5}>
            <Facts facts={FACTS} />
            <Facts beside facts={FACTS} />
          </Stack>
        </Panel>
        <Panel title="Rows" flush>
          <PanelRows>
            {PEOPLE.map(({ name, gdp }, i) => (
              <PanelRow
                key={gdp}
                $columns="2.5rem minmax(0, 1fr) auto"
                data-own={i === 1 || undefined}
              >
                <RowRank>{`#${i + 1}`}</RowRank>
                <Person wallet={WALLET} name={name} hasAddress={i === 1} />
                <strong>{gdp}</strong>
              </PanelRow>
            ))}
          </PanelRows>
        </Panel>
        <Panel title="Chart">
          <Row style={{ blockSize: '6rem', color: 'var(--rise)' }}>
            <Chart isFilled label="A GDP that grew" lines={[{ key: 'gdp', points: POINTS }]} />
          </Row>
        </Panel>
        <Buttons />
        <Fields />
        <Panel title="Stakes">
          <Stack $gap={5}>
            {STAKES.map(([label, state, rows = []]) => (
              <StakedList
                key={label}
                label={label}
                aside={label}
                stakes={{ ...IDLE, ...state }}
                none="No DENA staked yet."
              >
                {rows.map((leftMs) => (
                  <StakeRow
                    key={leftMs}
                    what="35,000 DENA"
                    brings="+$3,500 GDP"
                    lock={{ leftMs, until: UNTIL, untilWords: 'Unstakeable at' }}
                    button={<Button disabled={leftMs > 0}>Unstake</Button>}
                  />
                ))}
              </StakedList>
            ))}
          </Stack>
        </Panel>
      </Grid>
    </Page>
  );
}

function Buttons() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Panel title="Buttons and a dialog">
      <Row $gap={3} $wrap>
        <Button tone="primary" onClick={() => setIsOpen(true)}>
          Open a dialog
        </Button>
        <Button>Secondary</Button>
        <Button tone="quiet">Quiet</Button>
        <Button tone="loss">Give up</Button>
        <Button disabled>Disabled</Button>
        <Button pending>Pending</Button>
        <ButtonLink to="/kit">A link</ButtonLink>
      </Row>
      {isOpen && (
        <Dialog onClose={close} title="A dialog" description="What it is about, in a sentence.">
          <DialogFoot>
            <Words>What one consents to.</Words>
            <Button tone="primary" onClick={close}>
              Agree
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </Panel>
  );
}

function Fields() {
  const quantity = useQuantity(1, { min: 1, max: 5, step: 1 });
  const wrong = { ...quantity, problem: 'It is more than you have.' };
  return (
    <Panel title="Fields">
      <Stack $gap={4}>
        <QuantityField label="Quantity" units="NFTs" quantity={quantity} />
        <QuantityField label="Wrong" units="NFTs" quantity={wrong} />
        <QuantityField label="Disabled" units="NFTs" quantity={quantity} disabled />
        <Field id="kit-amount" label="Amount" aside="5 to stake" problem="Enter 5 or less.">
          <input id="kit-amount" aria-describedby={wordsId('kit-amount')} defaultValue="6" />
        </Field>
      </Stack>
    </Panel>
  );
}
