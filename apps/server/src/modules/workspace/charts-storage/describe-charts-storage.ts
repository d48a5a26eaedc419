import { LONGEST_CUSTOMER, MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import * as z from 'zod';
import {
  answerOf,
  type ForeignOperation,
  formOf,
  queryParameters,
} from '../../../http/docs/foreign-operation.ts';

/** Charts are kept apart by both. */
const who = {
  client: z
    .string()
    .min(1)
    .max(LONGEST_CUSTOMER)
    .meta({
      description: 'A name of the client, whose charts are kept apart from those of others.',
      examples: ['terminal'],
    }),
  user: z
    .string()
    .min(1)
    .max(LONGEST_CUSTOMER)
    .meta({
      description:
        'A name of the user of the client; with a token of `POST /api/tokens` it must be that of its customer.',
      examples: ['customer-1'],
    }),
};
const status = z.literal('ok').describe('The outcome.');
const done = z.looseObject({ status });
const failure = z.looseObject({
  status: z.literal('error').describe('The outcome.'),
  message: z.string().describe('The reason in words.'),
});
const content = z
  .string()
  .describe(`The content, which the server never reads; at most ${MAX_LAYOUT_BYTES} bytes.`);
const named = z.looseObject({ name: z.string().describe('The name.'), content });
const name = z.string().max(200).describe('The name.');
const chart = z.string().meta({ description: 'The id of the chart.', examples: ['1'] });
/** Without an example, so that a call tried as it stands lists or stores. */
const chartIfAny = z.string().describe('The id of the chart.').optional();
const template = z.string().max(200).describe('The name of the template.');
const tool = z
  .string()
  .max(200)
  .meta({
    description: 'The name of the drawing tool.',
    examples: ['LineToolTrendLine'],
  });

type Described = {
  operationId: string;
  summary: string;
  description?: string;
  query?: z.ZodRawShape;
  form?: z.ZodObject;
  answer?: z.ZodType;
};

function operation(
  method: ForeignOperation['method'],
  resource: string,
  { operationId, summary, description, query = {}, form, answer = done }: Described,
): ForeignOperation {
  const scope = method === 'get' ? 'charts:read' : 'charts:write';
  return {
    method,
    path: `/api/1.1/${resource}`,
    group: 'Charts storage',
    operation: {
      operationId,
      summary,
      ...(description ? { description } : {}),
      security: [{ token: [scope] }],
      parameters: queryParameters(z.object({ ...who, ...query })),
      ...(form ? { requestBody: formOf(form) } : {}),
      responses: {
        '200': answerOf('Done, or not done: see `status`.', z.union([answer, failure])),
        '403': answerOf('The page or the scope is not allowed.', failure),
        '429': answerOf('Too many requests.', failure),
      },
    },
  };
}

const listed = z.array(named.omit({ content: true }));
const seconds = z.int().describe('The time of the save in seconds since 1970 UTC.');
const id = z.int().describe('The id of the chart.');
const symbol = z.string().describe('The symbol as the client stored it.');
const resolution = z.string().describe('The resolution as the client stored it.');
const either = 'Without a name, lists the names.';

/** The charts storage for the API documents. */
export const chartsStorageOperations = (): readonly ForeignOperation[] => [
  operation('get', 'charts', {
    operationId: 'getStoredCharts',
    summary: 'Lists the charts, or returns one with its content.',
    query: { chart: chartIfAny },
    answer: z.looseObject({
      status,
      data: z
        .union([
          z.array(z.looseObject({ id, name, timestamp: seconds, symbol, resolution })),
          z.looseObject({ id, name, timestamp: seconds, content }),
        ])
        .describe('The charts, or the chart.'),
    }),
  }),
  operation('post', 'charts', {
    operationId: 'storeChart',
    summary: 'Stores a new chart, or saves one again.',
    description: 'A save replaces the one before, whatever was saved since it was read.',
    query: { chart: chartIfAny },
    form: z.object({
      name,
      content,
      symbol: z.optional(symbol.max(50)),
      resolution: z.optional(resolution.max(10)),
    }),
    answer: z.looseObject({ status, id: z.optional(id) }),
  }),
  operation('delete', 'charts', {
    operationId: 'deleteStoredChart',
    summary: 'Removes a chart.',
    query: { chart },
  }),
  operation('get', 'study_templates', {
    operationId: 'getStoredStudyTemplates',
    summary: 'Lists the study templates, or returns one.',
    description: either,
    query: { template: z.optional(template) },
    answer: z.looseObject({ status, data: z.union([listed, named]).describe('The templates.') }),
  }),
  operation('post', 'study_templates', {
    operationId: 'storeStudyTemplate',
    summary: 'Stores a study template and replaces one of the same name.',
    form: z.object({ name, content }),
  }),
  operation('delete', 'study_templates', {
    operationId: 'deleteStoredStudyTemplate',
    summary: 'Removes a study template.',
    query: { template },
  }),
  operation('get', 'drawing_templates', {
    operationId: 'getStoredDrawingTemplates',
    summary: 'Lists the templates of a drawing tool, or returns one.',
    description: either,
    query: { tool, name: z.optional(template) },
    answer: z.looseObject({
      status,
      data: z.union([z.array(z.string()), named]).describe('The names, or the template.'),
    }),
  }),
  operation('post', 'drawing_templates', {
    operationId: 'storeDrawingTemplate',
    summary: 'Stores a template of a drawing tool and replaces one of the same name.',
    query: { tool, name: template },
    form: z.object({ content }),
  }),
  operation('delete', 'drawing_templates', {
    operationId: 'deleteStoredDrawingTemplate',
    summary: 'Removes a template of a drawing tool.',
    query: { tool, name: template },
  }),
];
