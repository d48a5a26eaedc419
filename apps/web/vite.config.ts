import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutBuiltIns } from './build/chart-library.ts';
import { partStylesLast } from './build/part-styles.ts';
import { serveDocuments } from './build/serve-documents.ts';
import { themeVariables } from './build/theme-variables.ts';

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * Two documents, which `build/build.ts` builds apart: the application, and the template of the public pages. Hashed files
 * stand under `dist/assets`; the server puts the nonce of each answer in the place of the word below.
 */
export default defineConfig({
  appType: 'custom',
  plugins: [react(), withoutBuiltIns(), partStylesLast(), themeVariables(), serveDocuments()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: { port: 5173, proxy: { '/api': { target: SERVER, ws: true, rewriteWsOrigin: true } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
