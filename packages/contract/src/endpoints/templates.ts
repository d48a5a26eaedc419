import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { storedText, text } from '../text.ts';

/** What the content of one template may have in UTF-8. */
export const MAX_TEMPLATE_BYTES = 262_144;
/** As JSON writes the content at its longest, six bytes for one, with room for the rest. */
const BODY_LIMIT_BYTES = 6 * MAX_TEMPLATE_BYTES + 65_536;

/** What a template is of: `studies`, or the name of a drawing tool. */
const of = text().check(z.minLength(1), z.maxLength(50));
const name = text().check(z.minLength(1), z.maxLength(200));
const content = storedText(MAX_TEMPLATE_BYTES).check(z.minLength(1));
const key = z.strictObject({ of, name });

/** The templates of the caller that are of one thing, by their names. */
export const listTemplates = endpoint({
  name: 'listTemplates',
  summary: "Lists the caller's templates of the studies, or of one drawing tool.",
  method: 'GET',
  path: '/api/templates',
  access: 'user',
  query: z.strictObject({ of }),
  response: z.strictObject({
    templates: z.array(z.strictObject({ name: z.string(), savedAtMs: z.int() })),
  }),
});

export const getTemplate = endpoint({
  name: 'getTemplate',
  summary: 'Answers one template with its content.',
  method: 'GET',
  path: '/api/template',
  access: 'user',
  query: key,
  response: z.strictObject({ content: z.string() }),
});

/** Saves a template in the place of the one of its name. 413 for too much content, 409 where the account has no room. */
export const saveTemplate = endpoint({
  name: 'saveTemplate',
  summary: 'Saves a template, in the place of the one that has its name.',
  method: 'PUT',
  path: '/api/template',
  access: 'user',
  body: z.strictObject({ of, name, content }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.undefined(),
});

/** Removes a template; without one it changes nothing. */
export const deleteTemplate = endpoint({
  name: 'deleteTemplate',
  summary: 'Removes a template.',
  method: 'DELETE',
  path: '/api/template',
  access: 'user',
  query: key,
  response: z.undefined(),
});
