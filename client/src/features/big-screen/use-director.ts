/** The scene that the wall screen shows, and who holds it [SCR77]. */
import { useState } from 'react';
import { useConnection, useLive } from '../../live/live-context.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { directed, sentenceOf, UNDIRECTED, type Direction } from './director.ts';
import { scenesOf, type Facts, type Scene } from './scenes.ts';

/** For so long after a touch the screen says how to hold a scene. */
const HINT_MS = 12_000;

export interface Director {
  readonly scene: Scene | null;
  /** Why it is shown, or that the connection is lost; null without a scene. */
  readonly sentence: string | null;
  readonly isHeld: boolean;
  /** How to hold a scene, or to go on; null while nobody is there. */
  readonly hint: string | null;
  /** Holds the scene, or lets it go. */
  readonly toggle: () => void;
  /** Somebody is at the screen. */
  readonly touch: () => void;
}

/**
 * Its caller rerenders every second. Without a connection the scene stays. With each connection it
 * begins from nothing: when what has changed in between happened is not known, so none of it is
 * news.
 * @param race the ranking of all time, or which week. @param facts null while unknown.
 */
export function useDirector(race: string, facts: Facts | null, nowMs: number): Director {
  const connection = useConnection();
  const { status } = useLive();
  const isLost = status === 'reconnecting';
  const [before, setBefore] = useState(UNDIRECTED);
  const [heldId, setHeldId] = useState<string | null>(null);
  const scenes = facts ? scenesOf(facts) : [];
  const now = isLost
    ? forgetting(before)
    : facts
      ? directed(before, `${race} ${connection ?? status}`, scenes, nowMs, heldId)
      : UNDIRECTED;
  if (now !== before) setBefore(now);
  const scene = scenes.find(({ id }) => id === now.onAir?.id) ?? null;
  const isHeld = scene !== null && scene.id === heldId;
  const [touchedMs, setTouchedMs] = useState(nowMs);
  const touch = () => setTouchedMs(nowMs);
  const toggle = () => {
    setHeldId(isHeld ? null : (scene?.id ?? null));
    touch();
  };
  useShortcut(' ', toggle);
  useShortcut('enter', toggle);
  const story = scene && sentenceOf(scene, now, nowMs);
  const hint = scene && nowMs - touchedMs < HINT_MS ? 'Space or a tap holds this scene' : null;
  return {
    scene,
    sentence: isLost ? 'Connection lost. Reconnecting…' : story,
    isHeld,
    hint: isHeld ? 'Held · Space or a tap goes on' : hint,
    toggle,
    touch,
  };
}

/** The scene, but no race that could go on. */
const forgetting = (before: Direction): Direction =>
  before.race === '' ? before : { ...before, race: '' };
