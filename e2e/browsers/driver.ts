/** A browser that is not Chromium, as far as the journey through it needs one. Places are in px of the window. */
export type Driver = {
  goto: (address: string) => Promise<void>;
  /** Evaluates an expression in the page. */
  read: (expression: string) => Promise<unknown>;
  /** Presses the middle of the element that a CSS selector finds. */
  click: (selector: string) => Promise<void>;
  clickAt: (x: number, y: number) => Promise<void>;
  drag: (from: [x: number, y: number], to: [x: number, y: number]) => Promise<void>;
  /** Types into whatever has the focus. */
  type: (text: string) => Promise<void>;
  /** Presses a key while Alt is held. */
  pressWithAlt: (letter: string) => Promise<void>;
  screenshot: (file: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The window of every browser. */
export const WINDOW = { width: 1440, height: 900 };
