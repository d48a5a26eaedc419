/** The texts of the live chart. */
export const PREPARING = 'Preparing chart…';
export const SOURCE_LOCKED = 'Source locked';
export const SIMULATED = 'Simulated';

export function loadingText(code: string, resolution: string): string {
  return `Loading ${code} ${resolution}…`;
}

export function stillLoadingText(source: string): string {
  return `Still loading from ${source}…`;
}

export function offlineText(exchange: string): string {
  return `${exchange} is currently offline. Stored data is shown; live updates resume when the source is back.`;
}

export function tooFewBarsText(needed: number, has: number): string {
  return `needs ${needed} bars, has ${has}`;
}
