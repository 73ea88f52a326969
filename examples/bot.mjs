// A bot: it signs in, joins a nation, stakes DENA, and follows the ranking until it sees itself
// there.
//   npm install ethers ./denaria-client-*.tgz && KEY=0x… DENARIA=https://play.example node bot.mjs
import { createClient, revisionOf } from '@denaria/client';
import { Wallet } from 'ethers';

const {
  DENARIA = 'http://127.0.0.1:3000',
  KEY = '',
  NATION = 'italy',
  AMOUNT = '100',
} = process.env;
const wallet = new Wallet(KEY);
const walletAddress = wallet.address;
const denaria = createClient({ origin: DENARIA });

await denaria.signIn(wallet);
try {
  await denaria.call('chooseNation', { body: { walletAddress, nationId: NATION } });
  console.log(`Joined ${NATION}.`);
} catch (error) {
  if (error.code !== 'nation-chosen-already') throw error;
}
const stake = await denaria.call('stakeDena', { body: { walletAddress, amount: AMOUNT } });
console.log(`Staked ${stake.stakedAmount} DENA until ${stake.unstakeableAt}.`);

const { rev } = revisionOf(stake);
const watching = denaria.watch(
  { walletAddress },
  {
    onStatus: (status) => console.log(`The board is ${status}.`),
    onError: (error) => console.warn(error.message),
    onBoard(board) {
      // The board at a commit before the stake says nothing of it yet.
      if (board.rev < rev) return;
      const own = board.rows.find((row) => row.walletAddress === walletAddress);
      if (!own) return;
      console.log(`Rank ${own.rank} of ${board.totalCount}, with a GDP of $${own.gdp}.`);
      watching.close();
    },
  },
);
