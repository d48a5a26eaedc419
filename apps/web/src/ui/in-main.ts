/** Puts what floats over a page into its main landmark, so that it belongs to a part of the page that has a name. */
export const IN_MAIN = { target: 'main' } as const;
