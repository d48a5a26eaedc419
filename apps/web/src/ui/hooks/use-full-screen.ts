import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isOn = () => document.fullscreenElement !== null;

/** Puts the whole document on the full screen, or back; a browser that refuses leaves it as it is. */
export function toggleFullScreen(): void {
  const asked = isOn() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  asked.catch(() => {});
}

/** Whether the document has the full screen. Browsers without it have `document.fullscreenEnabled` false or absent. */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore(subscribe, isOn);
}
