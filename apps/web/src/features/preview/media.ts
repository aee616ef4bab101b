/** Pixels at the foot of a video that browsers keep for their controls. */
const controlsHeight = 88;

/** Tells whether a drag at this height of the window is meant for a player, not for its surroundings. */
export const isForPlayer = (player: Element, clientY: number): boolean =>
  !(player instanceof HTMLVideoElement) || clientY > player.getBoundingClientRect().bottom - controlsHeight;

/**
 * Plays the player in here, or pauses it.
 *
 * @returns whether there is something to play
 */
export const togglePlayer = (place: Element): boolean => {
  const player = place.querySelector<HTMLMediaElement>('video, audio');
  if (!player) return false;
  // A file that cannot be played reports it by an event of its own.
  if (player.paused) player.play().catch(() => undefined);
  else player.pause();
  return true;
};
