/** Portals floating elements into the main landmark, so that they belong to a named region. */
export const IN_MAIN = { target: 'main' } as const;
