import { CONTROL_PORT } from './ports.ts';

/** Figures of an instrument; others are not known. */
type Given = {
  symbol: string;
  resolution: '240' | '1D';
  snapshot?: Record<string, unknown>;
  studies?: Partial<Record<(typeof STUDIES)[number], number>>;
};

const STUDIES = [
  'change1',
  'change5',
  'change20',
  'change60',
  'volume',
  'volumeRatio',
  'rsi',
  'toSma50',
  'toSma200',
  'atrPercent',
  'longShortChange5',
] as const;

/** Stores figures at the last closed bars of instruments. */
export async function storeFigures(given: readonly Given[]): Promise<void> {
  const none = Object.fromEntries(STUDIES.map((name) => [name, null]));
  const figures = given.map(({ snapshot = {}, studies, ...key }) => ({
    ...key,
    snapshot,
    studies: { ...none, ...studies },
  }));
  const answer = await fetch(`http://127.0.0.1:${CONTROL_PORT}/snapshots`, {
    method: 'POST',
    body: JSON.stringify({ figures }),
  });
  if (!answer.ok) throw new Error(`no figures: ${await answer.text()}`);
}
