/** The scene that the wall screen shows, and who holds it [SCR77]. */
import { useState } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import { directed, sentenceOf, UNDIRECTED } from './director.ts';
import type { Scene } from './scenes.ts';

export interface Director {
  readonly scene: Scene | null;
  /** Why it is shown; null without a scene. */
  readonly sentence: string | null;
  readonly isHeld: boolean;
  /** Holds the scene, or lets it go. */
  readonly toggle: () => void;
}

/**
 * Its caller rerenders every second.
 * @param race the ranking of all time, or which week. @param facts null while unknown.
 */
export function useDirector(race: string, facts: Parameters<typeof directed>[2] | null): Director {
  const [before, setBefore] = useState(UNDIRECTED);
  const [heldId, setHeldId] = useState<string | null>(null);
  const now = facts ? directed(before, race, facts, heldId) : UNDIRECTED;
  if (now.onAir !== before.onAir || now.leads !== before.leads) setBefore(now);
  const scene = now.scenes.find(({ id }) => id === now.onAir?.id) ?? null;
  const sentence = scene && now.onAir && sentenceOf(scene, now.onAir.endedMs);
  const isHeld = scene !== null && scene.id === heldId;
  const toggle = () => setHeldId(isHeld ? null : (scene?.id ?? null));
  useShortcut(' ', toggle);
  useShortcut('enter', toggle);
  return { scene, sentence, isHeld, toggle };
}
