import { randomUuid } from '../../lib/random-uuid.ts';
import { createStoredText, type StoredText } from '../../lib/stored-text.ts';

const MAX_INFO_LENGTH = 200;

const stored = createStoredText('deviceId');

/** This browser's id, kept after signing out. It is no credential. */
export function deviceId(store: StoredText = stored): string {
  const known = store.read();
  if (known !== null && /^[A-Za-z0-9-]{8,64}$/.test(known)) return known;
  const made = randomUuid();
  store.write(made);
  return made;
}

/** The first match counts: browsers also carry the names of those they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:A|iOS)?\/([\d]+)/, 'Edge'],
  [/OPR\/([\d]+)/, 'Opera'],
  [/SamsungBrowser\/([\d]+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/([\d]+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/([\d]+)/, 'Chrome'],
  [/Version\/([\d]+).*Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A device's name in the list of sessions: `Firefox 140 on Windows`. */
export function deviceInfo(userAgent: string = navigator.userAgent): string {
  const browser = BROWSERS.map(([pattern, name]) => {
    const found = pattern.exec(userAgent);
    return found ? `${name} ${found[1]}` : null;
  }).find((name) => name !== null);
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [browser ?? 'Browser', ...(system ? [system] : [])];
  return parts.join(' on ').slice(0, MAX_INFO_LENGTH);
}
