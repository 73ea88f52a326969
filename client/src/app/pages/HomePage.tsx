/**
 * Home (/): the promise and the button, above the live world; then the pieces of the game, and how
 * to play.
 */
import { styled } from 'styled-components';
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { StartPlaying } from '../../features/nation-choice/StartPlaying.tsx';
import { ConicGrid } from '../../ui/atlas/ConicGrid.tsx';
import { NeatlineRule } from '../../ui/atlas/neatline.ts';
import { late, type Late } from '../../ui/late.tsx';
import { PHONE, Stack } from '../../ui/layout/boxes.ts';
import { column } from '../../ui/layout/Page.tsx';
import { KeepServerHtml } from '../../ui/KeepServerHtml.tsx';
import { Caption } from '../../ui/text.ts';
import { UntilLive } from '../UntilLive.tsx';

const Hero = styled.section`
  position: relative;
  overflow: hidden;
`;

/** As high as the first screen, at most. */
const HEIGHT = 'min(47rem, 100dvh - var(--header-height) - 2rem)';

const Scene = styled.div`
  ${column}
  display: grid;
  grid-template-columns: minmax(22rem, 28rem) minmax(0, 42rem) 21rem;
  justify-content: space-between;
  gap: var(--space-5);
  align-items: center;
  min-block-size: calc(${HEIGHT});
  padding-block: var(--space-6) var(--space-7);

  @media (max-width: 80rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    grid-template-areas:
      'words world'
      'ledger ledger';
  }

  @media (max-width: 45rem) {
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: 'words' 'world' 'ledger';
  }
`;

/**
 * In the middle by the window's height only: nothing that comes later, below it or beside it, moves
 * the headline.
 */
const Words = styled.div`
  position: relative;
  z-index: 1;
  align-self: start;
  padding-block-start: max(0px, (${HEIGHT} - 34rem) / 2);

  @media (max-width: 80rem) {
    grid-area: words;
  }

  @media (max-width: 45rem) {
    padding-block-start: 0;
  }
`;

const Tagline = styled.h1`
  font-size: var(--text-display);
  letter-spacing: -0.025em;
  line-height: 0.98;

  /* Its lines are the same in every typeface, the one that comes later included. */
  > span {
    display: block;
    white-space: nowrap;
  }

  @media ${PHONE} {
    font-size: min(var(--text-display), 11.5vw);

    > span {
      display: inline;
      white-space: normal;
    }
  }
`;

const Lead = styled.p`
  max-inline-size: 34ch;
  margin-block: var(--space-5) var(--space-6);
  color: var(--ink-muted);
  font-size: var(--text-lead);
`;

const World = styled.div`
  position: relative;
  /* The world extends under the text and the ledger. */
  margin-inline: -3rem -0.5rem;

  @media (max-width: 80rem) {
    grid-area: world;
    margin-inline: 0;
  }

  @media (max-width: 45rem) {
    inline-size: min(100%, 34rem);
    margin-inline: auto;
  }
`;

const Ranks = styled.div`
  position: relative;
  /* The ledger's, even while it is being parsed: it stands in the middle. */
  min-block-size: 460px;

  @media (max-width: 80rem) {
    grid-area: ledger;
    min-block-size: 0;
  }
`;

/** Below the first screen. */
const Below = styled.div`
  ${column}
  display: grid;
  gap: var(--space-9);
  padding-block: var(--space-8) var(--space-9);
`;

const WorldMap = late(() =>
  import('../../features/world/WorldMap.tsx').then((module) => module.WorldMap),
);
const Ledger = late(() => import('../../features/home/Ledger.tsx').then((module) => module.Ledger));
const NationalNfts = late(() =>
  import('../../features/home/NationalNfts.tsx').then((module) => module.NationalNfts),
);
const HowItWorks = late(() =>
  import('../../features/home/HowItWorks.tsx').then((module) => module.HowItWorks),
);

export function HomePage() {
  return (
    <>
      <title>{`${PRODUCT_NAME}: economic warfare between nations`}</title>
      <Hero>
        <ConicGrid />
        <Scene>
          <Words>
            <Tagline>
              <span>Expand your </span>
              <span>empire, stake </span>
              <span>by stake.</span>
            </Tagline>
            <Lead>
              Choose a nation. Put your DENA and NFTs to work for its GDP. Win the week, lead the
              ranking, become its President.
            </Lead>
            <Stack $gap={4}>
              <StartPlaying />
              <Caption $tone="faint">Your tokens never leave your wallet.</Caption>
            </Stack>
          </Words>
          <World>
            <UntilLive name="world" part={WorldMap} />
          </World>
          <Ranks>
            <UntilLive name="ledger" part={Ledger} />
          </Ranks>
        </Scene>
        <NeatlineRule />
      </Hero>
      <Below>
        <StaticHtml name="nfts" part={NationalNfts} />
        <StaticHtml name="guide" part={HowItWorks} />
      </Below>
    </>
  );
}

/** A part that never becomes live. */
function StaticHtml({ name, part }: { readonly name: string; readonly part: Late<object> }) {
  return (
    <KeepServerHtml name={name} until={false}>
      <part.Component />
    </KeepServerHtml>
  );
}
