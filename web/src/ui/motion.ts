/** Motion is off where the system or the settings say so. */
export function motionIsOff(): boolean {
  const chosen = document.documentElement.dataset.motion;
  return chosen ? chosen === "off" : window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
