/** A value marked at the right edge: a short name (empty for the last price) in the colour of its line. */
export type ValueTag = {
  name: string;
  /** The value as written; equal texts are one tag. */
  text: string;
  /** A second line below the value; empty for none. */
  below: string;
  y: number;
  color: string;
  textColor: string;
  weight: number;
};

/** Tags of equal value as one, their names joined in the given order, in the first one's colour, top to bottom. */
export function mergeTags(tags: readonly ValueTag[]): ValueTag[] {
  const byText = new Map<string, ValueTag>();
  for (const tag of tags) {
    const same = byText.get(tag.text);
    const name = same ? [same.name, tag.name].filter((one) => one !== '').join(' + ') : tag.name;
    const weight = same ? same.weight + tag.weight : tag.weight;
    byText.set(tag.text, { ...(same ?? tag), name, weight });
  }
  return [...byText.values()].sort((a, b) => a.y - b.y);
}
