/** Why a wallet action failed, in sentences that a player can be shown. */

/** The wallet did not do what it was asked: it failed, or there is none. */
export class WalletError extends Error {
  override readonly name: string = 'WalletError';
}

/** The player stopped waiting for the wallet's answer. */
export class RequestCancelled extends WalletError {
  override readonly name = 'RequestCancelled';

  constructor() {
    super('You cancelled before the wallet answered, so nothing was sent.');
  }
}

/** The player declined the signature; nothing was sent. */
export class SignatureRejected extends WalletError {
  override readonly name = 'SignatureRejected';
}

export class WalletNotConnected extends WalletError {
  override readonly name = 'WalletNotConnected';
}

/** The account was changed during an action of the earlier one. */
export class WalletChanged extends WalletError {
  override readonly name = 'WalletChanged';
  /** Whether the earlier account's action went through before the change was noticed. */
  readonly done: boolean;

  constructor(done: boolean) {
    super(
      done
        ? 'The wallet changed its account. What you started was done for the earlier account.'
        : 'The wallet changed its account, so nothing was sent. Start again with this account.',
    );
    this.done = done;
  }
}

/**
 * No answer came, so the command may have been carried out: it is sent again until that is known.
 */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';

  constructor(cause: unknown) {
    super('The answer was lost. Whether it went through is being checked.', { cause });
  }
}

/** The Korean alerts of [TXT2] for connecting a wallet. */
export const WALLET_ALERTS = {
  missing: 'MetaMask가 설치되어 있지 않습니다. https://metamask.io 에서 설치해 주세요.',
  rejected: '지갑 연결이 거부되었습니다.',
  failed: '지갑 연결 중 오류가 발생했습니다.',
} as const;

/** [TXT15]. */
export const WRONG_NETWORK = 'Please switch to Ethereum Mainnet (Chain ID: 1)';
