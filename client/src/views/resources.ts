/** Labels and icons of the four resources [ENT8]. */
import { Cpu, Droplet, TreePine, Wheat, type LucideIcon } from 'lucide-react';
import type { ResourceType } from '../../../common/values/resources.ts';

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
