import { useEffect, useState } from 'react';

/** A symbol as visitors see it. */
export type PreviewSymbol = {
  code: string;
  description: string;
  exchange: string;
  isLocked: boolean;
  isSimulated: boolean;
};

/** The part of the server's answer that is shown; it is checked against the contract there. */
type Answer = Record<
  string,
  { flatSymbols: { code: string; description: string; locked: boolean; simulated: boolean }[] }
>;

const LIST = '/api/data/v3/preview/exchanges';
const TIMEOUT_MS = 15_000;

async function read(signal: AbortSignal): Promise<PreviewSymbol[]> {
  const answer = await fetch(LIST, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!answer.ok) throw new Error(`${LIST} answered ${answer.status}`);
  const exchanges: Answer = await answer.json();
  const symbols = Object.entries(exchanges).flatMap(([exchange, { flatSymbols }]) =>
    flatSymbols.map(({ code, description, locked, simulated }) => ({
      code,
      description,
      exchange,
      isLocked: locked,
      isSimulated: simulated,
    })),
  );
  return symbols.sort((one, other) => Number(one.isLocked) - Number(other.isLocked));
}

/** Every symbol, what visitors may see first: null while it is read, `failed` where that is not possible. */
export function usePreviewSymbols(): { symbols: PreviewSymbol[] | null; hasFailed: boolean } {
  const [symbols, setSymbols] = useState<PreviewSymbol[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    read(leaving.signal).then(setSymbols, () => !leaving.signal.aborted && setFailed(true));
    return () => leaving.abort();
  }, []);
  return { symbols, hasFailed };
}
