import type { Plugin } from 'vite';

const LIBRARY = /\/klinecharts\/dist\/index\.esm\.js$/;
/** The library's lists of its own indicators and overlays. */
const BUILT_INS = /^var extensions(?:\$2)? = \[[^\]]*\];$/gm;
const LISTS = 2;

/** Leaves out the indicators and overlays of the drawing library: all that we draw is our own. */
export function withoutBuiltIns(): Plugin {
  return {
    name: 'without-built-ins',
    apply: 'build',
    transform(code, id) {
      if (!LIBRARY.test(id)) return null;
      const lists = code.match(BUILT_INS) ?? [];
      if (lists.length !== LISTS) throw new Error('The drawing library lists its parts otherwise.');
      return {
        code: code.replace(BUILT_INS, (list) => `${list.split('=', 1)[0]}= [];`),
        map: null,
      };
    },
  };
}
