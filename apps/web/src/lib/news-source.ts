/** Where the server writes what the news are read from; empty without news. */
const META = 'meta[name="news-source"]';

/** The address of the page of news with `{theme}` in the theme's place; null where there is none. */
export function readNewsSource(): string | null {
  return document.querySelector<HTMLMetaElement>(META)?.content || null;
}

/** The page of news in a theme. */
export function newsAddress(source: string, theme: 'light' | 'dark'): string {
  return source.replaceAll('{theme}', theme);
}

/**
 * What a frame of the news may do. A page of our own origin never gets that origin: with it and scripts it could take the
 * sandbox off and read what is stored here.
 */
export function sandboxOf(address: string, ownOrigin: string): string {
  const isOwn = new URL(address, ownOrigin).origin === ownOrigin;
  return isOwn ? 'allow-scripts allow-popups' : 'allow-scripts allow-same-origin allow-popups';
}
