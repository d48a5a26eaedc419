/** What a buyer decides on a page of a simulated provider. */
export type SandboxPage = {
  provider: string;
  title: string;
  /** What is bought, line by line. */
  facts: readonly { name: string; value: string }[];
  /** Told above the buttons, such as why a payment failed. */
  notice: string | null;
  /** Buttons of one form, which posts `decision` to the page's own address. */
  decisions: readonly { value: string; label: string; isMain?: boolean }[];
  /** Where a page without a decision leads on. */
  link: { href: string; label: string } | null;
};

const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #566071; --page: #f2f4f7; --card: #fff; --line: #d5dae2;
  --main: #0b5cad; --on-main: #fff; --label: #fff3cd; --on-label: #5c4300; }
@media (prefers-color-scheme: dark) { :root { --text: #e8ebf0; --quiet: #a5aebd; --page: #11151b; --card: #1a2029;
  --line: #37404e; --main: #7db8f5; --on-main: #0c1a2a; --label: #4a3a06; --on-label: #ffe9a8; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 460px; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  overflow: hidden; }
.label { margin: 0; padding: 10px 24px; background: var(--label); color: var(--on-label); font-weight: 600; }
.body { padding: 20px 24px 24px; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; color: var(--quiet); }
.notice { color: var(--text); border-left: 4px solid var(--main); padding-left: 12px; }
dl { margin: 0 0 20px; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
form { display: grid; gap: 10px; }
button, a.button { display: block; width: 100%; min-height: 46px; padding: 10px 16px; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: var(--text); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; }
button.main { background: var(--main); border-color: var(--main); color: var(--on-main); }
button:focus-visible, a.button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

/** Nothing but the page's own style; no form-action, as browsers hold it against the redirect to the product too. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A page without scripts, for phones and dark mode too, that says first that nothing is paid. */
export function renderSandboxPage(page: SandboxPage): string {
  const facts = page.facts.map(
    ({ name, value }) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  const buttons = page.decisions.map(
    ({ value, label, isMain }) =>
      `<button name="decision" value="${escaped(value)}"${isMain ? ' class="main"' : ''}>${escaped(label)}</button>`,
  );
  const form = buttons.length > 0 ? `<form method="post">${buttons.join('')}</form>` : '';
  const notice =
    page.notice === null ? '' : `<p class="notice" role="status">${escaped(page.notice)}</p>`;
  const link = page.link
    ? `<a class="button" href="${escaped(page.link.href)}">${escaped(page.link.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated payment – ${escaped(page.provider)}</title><style>${STYLE}</style></head>
<body><main><p class="label">Simulated payment</p><div class="body"><h1>${escaped(page.title)}</h1>
<p>This page stands in for ${escaped(page.provider)}. No money moves.</p>${notice}
<dl>${facts.join('')}</dl>${form}${link}</div></main></body></html>
`;
}
