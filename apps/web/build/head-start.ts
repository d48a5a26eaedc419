import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The document of the application. */
export const APPLICATION = 'app.html';
const HEAD_START = 'src/head-start.ts';

const preload = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', href: `/${file}` },
  injectTo: 'head',
});

/** Builds the head start as a script of its own, so that it runs before the application is there, and names it in the page. */
export function headStart(): Plugin {
  return {
    name: 'head-start',
    buildStart() {
      const { mode, config } = this.environment;
      if (mode !== 'build' || config.build.rolldownOptions.input !== APPLICATION) return;
      this.emitFile({ type: 'chunk', id: HEAD_START, name: 'head-start' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle || !html.includes(`/${HEAD_START}`)) return html;
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
