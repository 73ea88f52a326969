/** The rivals' names: merchants, bankers, economists and explorers. The seed deals them out. */
import { HDNodeWallet, Mnemonic } from 'ethers';
import { address } from '../../common/values/address.ts';
import { DEVELOPMENT_MNEMONIC, type NameGift } from '../chain/accounts.ts';
import { createRandom } from './random.ts';

/** Rivals use the accounts after the people's accounts 0–9. */
export const FIRST_RIVAL = 10;

const NAMES = [
  'adamsmith bastiat benjamin bernoulli böhmbawerk bodin bourgeois botero brunel cadamosto cantillon carey',
  'carnegie casanova cassel cato chamberlin chanakya chappe childs clark cobden colbert colombo cosimo cournot',
  'crassus dandolo datini debeers defoe dollond douglass duarte dupont edgeworth fibonacci fisher florin',
  'fourier franklin fugger galiani gama genovesi girard giovanni gossen gresham grosseteste hanno hawtrey',
  'hayek hume ibnbattuta ibnkhaldun irving jevons juglar kaldor kalecki keynes knight kondratiev kuznets kautsky',
  'lauderdale lavoisier leontief lorenzo ludovico magellan mahalanobis malthus mansamusa markowitz marshall',
  'medici menger mercator mill minsky mises mitchell monnet morgenstern mun myrdal necker neurath oresme',
  'pacioli palander pareto patini peruzzi petty phillips pigou polanyi polo quesnay ramsey raleigh ricardo',
  'robinson rockefeller röpke roscher rothbard say schlözer schumpeter senior shackle sismondi slutsky sombart',
  'sraffa strozzi stuyvesant swedenborg tartaglia telser thaler thünen tinbergen tooke torrens tucker turgot',
  'vasco veblen vespucci vickrey walras wicksell wieser willem xenophon zeno zhenghe shenwansan edoya',
]
  .join(' ')
  .split(' ');

/** Wallets of development accounts. */
export function accountsFrom(first: number, count: number): HDNodeWallet[] {
  // The root takes a tenth of a game's start.
  if (count === 0) return [];
  const root = HDNodeWallet.fromMnemonic(
    Mnemonic.fromPhrase(DEVELOPMENT_MNEMONIC),
    "m/44'/60'/0'/0",
  );
  return Array.from({ length: count }, (_, i) => root.deriveChild(first + i));
}

/**
 * A name for each of the first rivals, as long as there are names; the others only show their
 * addresses.
 */
export function rivalNames({ count, seed }: { count: number; seed: number }): NameGift[] {
  const random = createRandom(seed).fork(-2);
  const dealt = NAMES.map((name) => ({ name, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count);
  return accountsFrom(FIRST_RIVAL, dealt.length).map((wallet, i) => ({
    wallet: address(wallet.address),
    name: `${dealt[i]?.name}.eth`,
  }));
}
