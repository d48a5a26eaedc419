/** Set by the server; empty without news. */
const META = 'meta[name="news-source"]';

/** Address of the news page with a `{theme}` placeholder; null without news. */
export function readNewsSource(): string | null {
  return document.querySelector<HTMLMetaElement>(META)?.content || null;
}

export function newsAddress(source: string, theme: 'light' | 'dark'): string {
  return source.replaceAll('{theme}', theme);
}

/**
 * Sandbox of the news frame. A same-origin page never gets `allow-same-origin`: together with scripts it could remove
 * the sandbox and read our storage.
 */
export function sandboxOf(address: string, ownOrigin: string): string {
  const isOwn = new URL(address, ownOrigin).origin === ownOrigin;
  return isOwn ? 'allow-scripts allow-popups' : 'allow-scripts allow-same-origin allow-popups';
}
