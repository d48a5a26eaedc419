type LatePainters = typeof import('../paint/profile.ts') & typeof import('../paint/swings.ts');

let painters: LatePainters | null = null;

/** Painters of the shapes that only studies of the field have; null until they are loaded, so that shapes are left out. */
export function latePainters(): LatePainters | null {
  return painters;
}

/** Loads the painters. The page's build puts them beside the studies of the field, which are loaded by then. */
export async function loadLatePainters(): Promise<void> {
  const [profile, swings] = await Promise.all([
    import('../paint/profile.ts'),
    import('../paint/swings.ts'),
  ]);
  painters = { ...profile, ...swings };
}
