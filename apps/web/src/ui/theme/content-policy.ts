import { setNonce } from 'get-nonce';

type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => unknown;
};

/** The nonce for style elements created at run time. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/**
 * Makes the page work under its content policy: style elements carry the nonce, and the only Trusted Types policy
 * allows style text in `innerHTML` but no markup.
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
