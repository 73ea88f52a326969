/** The scene that the wall screen shows, and who holds it [SCR77]. */
import { useState } from 'react';
import { useShortcut } from '../../ui/shortcuts.ts';
import { directed, sentenceOf, UNDIRECTED } from './director.ts';
import { scenesOf, type Facts, type Scene } from './scenes.ts';

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
export function useDirector(race: string, facts: Facts | null, nowMs: number): Director {
  const [before, setBefore] = useState(UNDIRECTED);
  const [heldId, setHeldId] = useState<string | null>(null);
  const scenes = facts ? scenesOf(facts) : [];
  const now = facts ? directed(before, race, scenes, nowMs, heldId) : UNDIRECTED;
  if (now !== before) setBefore(now);
  const scene = scenes.find(({ id }) => id === now.onAir?.id) ?? null;
  const isHeld = scene !== null && scene.id === heldId;
  const toggle = () => setHeldId(isHeld ? null : (scene?.id ?? null));
  useShortcut(' ', toggle);
  useShortcut('enter', toggle);
  return { scene, sentence: scene && sentenceOf(scene, now, nowMs), isHeld, toggle };
}
