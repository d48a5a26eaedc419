/** What lies over what: the frame's footer stands above the page, everything modal above the footer. */
export const LAYERS = {
  fullScreen: 1050,
  dialog: 1100,
  popover: 1200,
  toast: 1300,
} as const;
