import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../packages/tradingview-adapter');
const TYPE_CHECKER = resolve(import.meta.dirname, '../node_modules/typescript-native/bin/tsc');

/** Builds the adapter as one module for pages, with its declarations. */
await build({
  root: ROOT,
  logLevel: 'warn',
  build: {
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'tradingview-adapter' },
    target: 'es2022',
    minify: false,
  },
});
const declare = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false'];
const places = ['--rootDir', 'src', '--outDir', 'dist', '--incremental', 'false'];
const { status } = spawnSync(process.execPath, [TYPE_CHECKER, '-p', ROOT, ...declare, ...places], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);
console.log('packages/tradingview-adapter/dist/tradingview-adapter.js');
