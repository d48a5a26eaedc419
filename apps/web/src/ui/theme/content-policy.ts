import { setNonce } from 'get-nonce';

type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => unknown;
};

/** The nonce of this page's answer, for style elements made at run time. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/**
 * Makes the page work under its content policy: style elements carry the nonce, and the one Trusted Types policy lets
 * style text through `innerHTML` but refuses anything that could be an element.
 */
export function installContentPolicy(): void {
  setNonce(styleNonce());
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => {
      if (html.includes('<')) throw new TypeError('Markup is never written as text here.');
      return html;
    },
  });
}
