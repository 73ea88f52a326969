/** The tips [SCR42], by the rules in force. */
import { useState } from 'react';
import { durationText } from '../../../../common/values/figures.ts';
import { useRules } from '../../api/config.ts';
import { stakeExample } from '../../views/facts.ts';

function useTips(): readonly string[] {
  const rules = useRules();
  const { dena, gdp } = stakeExample(rules);
  return [
    `Every ${dena} you stake adds ${gdp} to your GDP.`,
    'Ties go to the first player to get there. Being early is worth a rank.',
    'Stake cultural NFTs of your nation. The player who stakes the most is its President.',
    `A stake is locked for ${durationText(rules.lockMs)}. Then unstake it whenever you like.`,
    'National NFTs raise your territory, your production and your GDP.',
    'The leader was once last. One good stake can pass a dozen players.',
  ];
}

export function OneTip() {
  const tips = useTips();
  const [at] = useState(() => Math.floor(Math.random() * tips.length));
  return <span>{tips[at]}</span>;
}

export function AllTips() {
  return (
    <span data-one-of>
      {useTips().map((tip) => (
        <span key={tip} hidden>
          {tip}
        </span>
      ))}
    </span>
  );
}
