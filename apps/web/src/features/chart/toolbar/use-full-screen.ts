import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** The whole screen for the chart. The document goes full screen, so that dialogs and menus stay in sight. */
export function useFullScreen(): { isOn: boolean; isOffered: boolean; toggle: () => void } {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isOn,
    isOffered: document.fullscreenEnabled,
    toggle: () => {
      if (isOn) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen();
    },
  };
}
