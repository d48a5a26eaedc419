/** Stacking order: the footer above the page, modals above the footer. */
export const LAYERS = {
  fullScreen: 1050,
  dialog: 1100,
  popover: 1200,
  toast: 1300,
} as const;
