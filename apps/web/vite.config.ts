import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const HEAD_START = 'src/head-start.ts';

const preload = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', href: `/${file}` },
  injectTo: 'head',
});

/** Builds the head start as a script of its own, so that it runs before the application is there, and names it in the page. */
function headStart(): Plugin {
  let isBuild = false;
  return {
    name: 'head-start',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: HEAD_START, name: 'head-start' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const chunk = Object.values(bundle).find(
          (file): file is Rolldown.OutputChunk =>
            file.type === 'chunk' && file.facadeModuleId?.endsWith(HEAD_START) === true,
        );
        if (!chunk) throw new Error(`${HEAD_START} was not built`);
        const tags = chunk.imports.filter((file) => !html.includes(file)).map(preload);
        return { html: html.replace(`/${HEAD_START}`, `/${chunk.fileName}`), tags };
      },
    },
  };
}

/** Hashed files under `dist/assets`; the server puts the nonce of each answer in the place of the word below. */
export default defineConfig({
  plugins: [react(), headStart()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: { port: 5173, proxy: { '/api': { target: SERVER, ws: true, rewriteWsOrigin: true } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
