/** The Korean alerts of [TXT2] for connecting a wallet. */

export const WALLET_ALERTS = {
  missing: 'MetaMask가 설치되어 있지 않습니다. https://metamask.io 에서 설치해 주세요.',
  rejected: '지갑 연결이 거부되었습니다.',
  failed: '지갑 연결 중 오류가 발생했습니다.',
} as const;
