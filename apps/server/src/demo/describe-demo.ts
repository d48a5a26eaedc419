import * as z from 'zod';
import {
  type ForeignOperation,
  pathParameters,
  queryParameters,
} from '../http/docs/foreign-operation.ts';

const page = {
  description: 'A page without scripts.',
  content: { 'text/html': { schema: { type: 'string' } } },
};
const failures = {
  '404': { $ref: '#/components/responses/NotFound' },
  '429': { $ref: '#/components/responses/RateLimited' },
};

/** The pages that demo mode frames, for the API documents. */
export const demoOperations = (): readonly ForeignOperation[] => [
  {
    method: 'get',
    path: '/api/demo/mail/{id}',
    group: 'Demo mode',
    operation: {
      operationId: 'getDemoMail',
      summary: 'Returns the HTML of a mail in the demo mailbox.',
      security: [{}],
      parameters: pathParameters(
        z.object({
          id: z
            .int()
            .min(1)
            .meta({ description: 'The id of the message.', examples: [1] }),
        }),
      ),
      responses: { '200': page, ...failures },
    },
  },
  {
    method: 'get',
    path: '/api/demo/news',
    group: 'Demo mode',
    operation: {
      operationId: 'getDemoNews',
      summary: 'Returns a page of invented news.',
      security: [{}],
      parameters: queryParameters(
        z.object({
          theme: z.optional(z.enum(['light', 'dark']).describe('The colours of the page.')),
        }),
      ),
      responses: { '200': page, ...failures },
    },
  },
];
