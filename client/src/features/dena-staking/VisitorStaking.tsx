/** The stake form for those without a wallet: what an amount would add, and what is needed to stake it. */
import { Panel } from '../../ui/Panel.tsx';
import { GDP_PER_DENA } from '../../views/facts.ts';
import { StakeForm } from './StakeForm.tsx';

export function VisitorStaking() {
  return (
    <Panel title="What a stake adds" aside={`${GDP_PER_DENA} GDP per DENA`}>
      <StakeForm player={null} />
    </Panel>
  );
}
