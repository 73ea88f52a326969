import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { Board } from '../../leaderboard/board.ts';
import { LiveWindow } from '../../leaderboard/window.ts';
import { followWalletRooms, nationRoom, walletRoom } from './rooms.ts';

test('a wallet is watched for as long as it has a room; other rooms watch nobody', () => {
  const rooms = new EventEmitter();
  const window = new LiveWindow(new Board());
  followWalletRooms(rooms, window);
  for (const room of [
    nationRoom('usa'),
    walletRoom(walletOf(1)),
    walletRoom(walletOf(2)),
    'Ab3_-',
  ]) {
    rooms.emit('create-room', room);
  }
  expect([...window.watchedWallets()]).toEqual([walletOf(1), walletOf(2)]);
  rooms.emit('delete-room', nationRoom('usa'));
  rooms.emit('delete-room', walletRoom(walletOf(1)));
  expect([...window.watchedWallets()]).toEqual([walletOf(2)]);
});
