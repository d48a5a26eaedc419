import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Hashed files under `dist/assets`; the server puts the nonce of each answer in the place of the word below. */
export default defineConfig({
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: { port: 5173, proxy: { '/api': { target: SERVER, ws: true, rewriteWsOrigin: true } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
