/** Labels, icons and prices of the four resources [ENT8, CON3]. */
import { Cpu, Droplet, TreePine, Wheat, type LucideIcon } from 'lucide-react';
import { TRADE_PRICES } from '../../../../common/rules/trade.ts';
import { eachResource, type ResourceType } from '../../../../common/values/resources.ts';

interface Resource {
  readonly label: string;
  readonly Icon: LucideIcon;
}

export const RESOURCES: Readonly<Record<ResourceType, Resource>> = {
  wood: { label: 'Wood', Icon: TreePine },
  oil: { label: 'Oil', Icon: Droplet },
  food: { label: 'Food', Icon: Wheat },
  technology: { label: 'Technology', Icon: Cpu },
};

/** `10 DENA each`. */
export const PRICE_TEXT = eachResource((type) => `${TRADE_PRICES[type]} DENA each`);
