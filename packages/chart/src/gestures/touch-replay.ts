/** Dispatches touches to the library that were held back from it. */
export type TouchReplay = {
  /** Whether an event was dispatched here. */
  isOurs: (event: Event) => boolean;
  send: (type: 'touchstart' | 'touchend', touch: Touch) => void;
};

export function createTouchReplay(dom: HTMLElement): TouchReplay {
  const sent = new WeakSet<Event>();
  return {
    isOurs: (event) => sent.has(event),
    send(type, touch) {
      const touches = type === 'touchstart' ? [touch] : [];
      const event = new TouchEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        touches,
        targetTouches: touches,
        changedTouches: [touch],
      });
      sent.add(event);
      dom.dispatchEvent(event);
    },
  };
}

/** A touch at the place where another one began: the library, which flings a quick swipe on, sees no swipe. */
export function asIfUnmoved({ identifier, target }: Touch, start: Touch): Touch {
  return new Touch({ identifier, target, clientX: start.clientX, clientY: start.clientY });
}
