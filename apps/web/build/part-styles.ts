import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const APPEND = 'document.head.appendChild(link);';
/** The application writes styles into its root, which override all sheets; public pages have no such root. */
const INSERT = `const root = isCss ? document.getElementById('root') : null;
if (root) root.before(link);
else document.head.appendChild(link);`;

/**
 * Style sheets of parts loaded later follow the document's own, which stands behind the frame in the body: their rules
 * override those of the component library.
 */
export function partStylesLast(): Plugin {
  return {
    name: 'part-styles-last',
    apply: 'build',
    transform(code, id) {
      if (id !== HELPER) return null;
      if (!code.includes(APPEND)) throw new Error('Parts are loaded otherwise than expected.');
      return { code: code.replace(APPEND, INSERT), map: null };
    },
  };
}
