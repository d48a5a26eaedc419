/** What tells one chart from another: all of it but the instrument that is looked at, which is no change to be saved. */
export type Essence = {
  /** All but the drawings; equal settings are equal texts. */
  settings: string;
  /** Values that are never changed: one that was touched is another object. */
  drawings: readonly object[];
};

/** Costs what was touched, however much is drawn. */
export function isSameEssence(one: Essence, other: Essence): boolean {
  if (one.settings !== other.settings) return false;
  if (one.drawings === other.drawings) return true;
  if (one.drawings.length !== other.drawings.length) return false;
  return one.drawings.every((drawing, index) => {
    const before = other.drawings[index];
    // Their fields are written in one order only.
    return drawing === before || JSON.stringify(drawing) === JSON.stringify(before);
  });
}
