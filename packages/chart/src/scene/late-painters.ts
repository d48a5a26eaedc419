type LatePainters = Awaited<ReturnType<typeof importPainters>>;

let painters: LatePainters | null = null;

async function importPainters() {
  const [{ paintProfile, profileWidthPx }, { legsInView, paintLegs, paintPeaks }] =
    await Promise.all([import('../paint/profile.ts'), import('../paint/swings.ts')]);
  return { paintProfile, profileWidthPx, legsInView, paintLegs, paintPeaks };
}

/** Painters of the shapes that only studies of the field have; null until they are loaded, so that shapes are left out. */
export function latePainters(): LatePainters | null {
  return painters;
}

/** Loads the painters. The page's build puts them beside the studies of the field, which are loaded by then. */
export async function loadLatePainters(): Promise<void> {
  painters = await importPainters();
}
