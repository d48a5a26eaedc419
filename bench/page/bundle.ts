import { build } from 'vite';

/** One script of the folder `browser` with all it imports, ready for a page. */
export async function bundled(name: 'bare' | 'candle-watch'): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: `browser/${name}.ts`, formats: ['iife'], name: 'bench', fileName: name },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))[0];
  if (code === undefined) throw new Error(`${name} was not bundled.`);
  return code;
}
