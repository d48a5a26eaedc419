/**
 * Fetches the style sheet that the document of a first visit carries, whose link is disabled: later documents only link it.
 */
export function keepStyleSheet(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][disabled]');
  if (!link) return;
  const { href, nonce } = link;
  const properties = { rel: 'prefetch', as: 'style', crossOrigin: '', href, nonce };
  document.head.append(Object.assign(document.createElement('link'), properties));
}
