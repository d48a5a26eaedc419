import { type AdapterOptions, connect, fieldOf } from './connection.ts';
import type { ChartData, ChartRecord } from './library-types.ts';

export type SaveLoadAdapter = ReturnType<typeof createSaveLoadAdapter>;

/** The library's `save_load_adapter` over the server's charts storage. */
export function createSaveLoadAdapter(options: AdapterOptions) {
  const connection = connect(options);
  const { client, user } = options;

  /** The answer's `data` or `id`; rejects with the server's reason. */
  async function ask(
    method: 'GET' | 'POST' | 'DELETE',
    resource: string,
    query: Record<string, string> = {},
    form?: Record<string, string>,
  ): Promise<unknown> {
    const path = `/api/1.1/${resource}`;
    const named = { client, user, ...query };
    const answer =
      method === 'GET'
        ? await connection.get(path, named)
        : await connection.send(method, path, named, form);
    if (fieldOf(answer, 'status') === 'ok') return fieldOf(answer, 'data') ?? fieldOf(answer, 'id');
    throw new Error(String(fieldOf(answer, 'message') ?? 'The server has answered no chart.'));
  }

  const contentOf = async (answer: Promise<unknown>) => String(fieldOf(await answer, 'content'));

  return {
    getAllCharts: async () => (await ask('GET', 'charts')) as ChartRecord[],
    getChartContent: (chart: string | number) =>
      contentOf(ask('GET', 'charts', { chart: String(chart) })),
    /** Resolves to the id under which the chart is stored. */
    async saveChart({ id, ...fields }: ChartData): Promise<string | number> {
      const query: Record<string, string> = id === undefined ? {} : { chart: String(id) };
      const { name, symbol, resolution, content } = fields;
      const saved = await ask('POST', 'charts', query, { name, symbol, resolution, content });
      return typeof saved === 'number' ? saved : (id ?? '');
    },
    async removeChart(chart: string | number): Promise<void> {
      await ask('DELETE', 'charts', { chart: String(chart) });
    },
    getAllStudyTemplates: async () => (await ask('GET', 'study_templates')) as { name: string }[],
    getStudyTemplateContent: ({ name }: { name: string }) =>
      contentOf(ask('GET', 'study_templates', { template: name })),
    async saveStudyTemplate({ name, content }: { name: string; content: string }): Promise<void> {
      await ask('POST', 'study_templates', {}, { name, content });
    },
    async removeStudyTemplate({ name }: { name: string }): Promise<void> {
      await ask('DELETE', 'study_templates', { template: name });
    },
    getDrawingTemplates: async (tool: string) =>
      (await ask('GET', 'drawing_templates', { tool })) as string[],
    loadDrawingTemplate: (tool: string, name: string) =>
      contentOf(ask('GET', 'drawing_templates', { tool, name })),
    async saveDrawingTemplate(tool: string, name: string, content: string): Promise<void> {
      await ask('POST', 'drawing_templates', { tool, name }, { content });
    },
    async removeDrawingTemplate(tool: string, name: string): Promise<void> {
      await ask('DELETE', 'drawing_templates', { tool, name });
    },
  };
}
