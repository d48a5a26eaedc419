import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const WEB_PORT = 5_173;

function run(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}

/** The server, restarted at every change, behind the browser application with hot replacement. */
const children = [
  run(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts']),
  run(['node_modules/vite/bin/vite.js', 'apps/web', '--port', String(WEB_PORT), '--strictPort']),
];
console.log(`Open http://localhost:${WEB_PORT} while developing: it asks the server on port 3000.`);

function stop(code: number): void {
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}
for (const child of children) child.once('exit', (code) => stop(code ?? 0));
process.once('SIGINT', () => stop(0));
process.once('SIGTERM', () => stop(0));
