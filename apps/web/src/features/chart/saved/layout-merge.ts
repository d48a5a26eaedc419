import { LayoutError } from '@moneytrail/chart/model';
import type { Layout } from '@moneytrail/contract';
import { type KnownParts, type LayoutCodec, type LayoutParts, mergeParts } from './layout-parts.ts';

const NAME = 'name';

/** Parts with the layout's name as one of them. */
export function named({ values, orders }: LayoutParts, name: string): LayoutParts {
  return { values: new Map([...values, [NAME, name]]), orders };
}

function splitName({ values, orders }: LayoutParts): { name: string; parts: LayoutParts } {
  const others = new Map(values);
  others.delete(NAME);
  return { name: values.get(NAME) ?? '', parts: { values: others, orders } };
}

type Sides = {
  /** The chart here, with its name. */
  mine: LayoutParts;
  /** The saved layout. */
  there: Pick<Layout, 'name' | 'content'>;
  known: KnownParts;
  instrument: { symbol: string; resolution: string };
};

export type MergedLayout = {
  name: string;
  content: string;
  merged: LayoutParts;
  theirs: LayoutParts;
};

/**
 * The changes of both sides as one layout; null where both changed the same, where their changes cannot stand together,
 * and where the saved layout cannot be read here.
 */
export function mergeLayout(
  codec: LayoutCodec,
  { mine, there, known, instrument }: Sides,
): MergedLayout | null {
  let theirs: LayoutParts;
  try {
    theirs = named(codec.partsOf(there.content), there.name);
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
  const merged = mergeParts({ mine, theirs }, known);
  if (!merged) return null;
  const { name, parts } = splitName(merged);
  const content = codec.contentOf(parts, instrument);
  return content === null ? null : { name, content, merged, theirs };
}
