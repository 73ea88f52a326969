/** The scene that the wall screen shows, and who holds it [SCR77]. */
import { useState } from 'react';
import { useConnection, useLive } from '../../live/live-context.ts';
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
 * Its caller rerenders every second. With each connection it begins from nothing: when what has
 * changed in between happened is not known, so none of it is news.
 * @param race the ranking of all time, or which week. @param known null while unknown.
 */
export function useDirector(race: string, known: Facts | null, nowMs: number): Director {
  const connection = useConnection();
  const { status } = useLive();
  const facts = status === 'reconnecting' ? null : known;
  const [before, setBefore] = useState(UNDIRECTED);
  const [heldId, setHeldId] = useState<string | null>(null);
  const scenes = facts ? scenesOf(facts) : [];
  const now = facts
    ? directed(before, `${race} ${connection ?? status}`, scenes, nowMs, heldId)
    : UNDIRECTED;
  if (now !== before) setBefore(now);
  const scene = scenes.find(({ id }) => id === now.onAir?.id) ?? null;
  const isHeld = scene !== null && scene.id === heldId;
  const toggle = () => setHeldId(isHeld ? null : (scene?.id ?? null));
  useShortcut(' ', toggle);
  useShortcut('enter', toggle);
  return { scene, sentence: scene && sentenceOf(scene, now, nowMs), isHeld, toggle };
}
