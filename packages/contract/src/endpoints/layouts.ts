import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { storedText, text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

/** The maximum size of a layout's content in UTF-8. */
export const MAX_LAYOUT_BYTES = 1_048_576;
/** The maximum number of layouts of an account. */
export const MAX_LAYOUTS = 200;
/** The number of versions kept of a layout, including the present one. */
export const MAX_LAYOUT_VERSIONS = 20;
/** JSON escapes quotes, line ends and backslashes with one byte more; the rest is room for the other fields. */
const BODY_LIMIT_BYTES = 2 * MAX_LAYOUT_BYTES + 65_536;

/** The saved fields. The content belongs to the client and the server never parses it. */
export const layoutFields = {
  name: text().check(z.minLength(1), z.maxLength(200)),
  symbol: text().check(z.maxLength(50)),
  resolution: text().check(z.maxLength(10)),
  content: storedText(MAX_LAYOUT_BYTES),
};

const head = {
  name: z.string(),
  symbol: z.string(),
  resolution: z.string(),
  revision: z.int(),
  savedAtMs: z.int(),
};

/** A layout without its content. */
export const layoutHead = z.strictObject({
  id: z.int(),
  ...head,
  isShared: z.boolean(),
});
export type LayoutHead = z.infer<typeof layoutHead>;

export const layout = z.extend(layoutHead, { content: z.string() });
export type Layout = z.infer<typeof layout>;

export const layoutVersionHead = z.strictObject(head);
export type LayoutVersionHead = z.infer<typeof layoutVersionHead>;

const number = wholeNumber({ least: 1, most: 1e15 - 1 });
const layoutParams = z.strictObject({ id: number });
/** True if the user asked for this save: its version stays. False by default, for automatic saves. */
const purpose = { isKept: z.optional(z.boolean()) };
const saved = { revision: z.int(), savedAtMs: z.int() };

export const listLayouts = endpoint({
  name: 'listLayouts',
  summary: "Lists the caller's chart layouts without their content, last saved first.",
  method: 'GET',
  path: '/api/layouts',
  access: 'user',
  scope: 'charts:read',
  response: z.strictObject({ layouts: z.array(layoutHead) }),
});

export const getLayout = endpoint({
  name: 'getLayout',
  summary: 'Returns one layout with its content.',
  method: 'GET',
  path: '/api/layouts/:id',
  access: 'user',
  scope: 'charts:read',
  params: layoutParams,
  response: layout,
});

export const createLayout = endpoint({
  name: 'createLayout',
  summary: 'Creates a layout; a repeated request with the same key creates no second one.',
  method: 'POST',
  path: '/api/layouts',
  access: 'user',
  scope: 'charts:write',
  body: z.strictObject({ key: z.uuid(), ...layoutFields, ...purpose }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject({ id: z.int(), ...saved }),
});

export const saveLayout = endpoint({
  name: 'saveLayout',
  summary: 'Saves a layout unless somebody else has saved it since.',
  method: 'PUT',
  path: '/api/layouts/:id',
  access: 'user',
  scope: 'charts:write',
  params: layoutParams,
  body: z.strictObject({
    baseRevision: z.int().check(z.minimum(1)),
    ...layoutFields,
    ...purpose,
    isStep: z.optional(z.boolean()),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject(saved),
});

export const deleteLayout = endpoint({
  name: 'deleteLayout',
  summary: 'Removes a layout with its versions.',
  method: 'DELETE',
  path: '/api/layouts/:id',
  access: 'user',
  scope: 'charts:write',
  params: layoutParams,
  response: z.undefined(),
});

export const listLayoutVersions = endpoint({
  name: 'listLayoutVersions',
  summary: 'Lists the kept versions of a layout without their content, newest first.',
  method: 'GET',
  path: '/api/layouts/:id/versions',
  access: 'user',
  scope: 'charts:read',
  params: layoutParams,
  response: z.strictObject({ versions: z.array(layoutVersionHead) }),
});

export const getLayoutVersion = endpoint({
  name: 'getLayoutVersion',
  summary: 'Returns one kept version of a layout with its content.',
  method: 'GET',
  path: '/api/layouts/:id/versions/:revision',
  access: 'user',
  scope: 'charts:read',
  params: z.extend(layoutParams, { revision: number }),
  response: z.extend(layoutVersionHead, { content: z.string() }),
});

export const shareLayout = endpoint({
  name: 'shareLayout',
  summary: 'Creates a public link to the given content and ends the previous link.',
  method: 'POST',
  path: '/api/layouts/:id/share',
  access: 'user',
  scope: 'charts:write',
  params: layoutParams,
  body: z.strictObject({ content: layoutFields.content }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject({ token: z.string() }),
});

export const endLayoutShare = endpoint({
  name: 'endLayoutShare',
  summary: 'Ends the link to a layout.',
  method: 'DELETE',
  path: '/api/layouts/:id/share',
  access: 'user',
  scope: 'charts:write',
  params: layoutParams,
  response: z.undefined(),
});

export const getSharedLayout = endpoint({
  name: 'getSharedLayout',
  summary: 'Returns the content of a link to a layout.',
  method: 'GET',
  path: '/api/shared-layouts/:token',
  access: 'public',
  scope: 'charts:read',
  isMetered: true,
  params: z.strictObject({ token: text().check(z.maxLength(100)) }),
  response: z.strictObject({
    name: z.string(),
    symbol: z.string(),
    resolution: z.string(),
    content: z.string(),
  }),
});

/** The maximum size of a template's content in UTF-8. */
export const MAX_TEMPLATE_BYTES = 262_144;
/** Computed like that of a layout. */
const TEMPLATE_BODY_LIMIT_BYTES = 2 * MAX_TEMPLATE_BYTES + 65_536;

/** The kind of template: `studies`, or the name of a drawing tool. */
const of = text().check(z.minLength(1), z.maxLength(50));
const name = text().check(z.minLength(1), z.maxLength(200));
const content = storedText(MAX_TEMPLATE_BYTES).check(z.minLength(1));
const key = z.strictObject({ of, name });

export const listTemplates = endpoint({
  name: 'listTemplates',
  summary: "Lists the caller's templates for the studies or for one drawing tool.",
  method: 'GET',
  path: '/api/templates',
  access: 'user',
  scope: 'charts:read',
  query: z.strictObject({ of }),
  response: z.strictObject({
    templates: z.array(z.strictObject({ name: z.string(), savedAtMs: z.int() })),
  }),
});

export const getTemplate = endpoint({
  name: 'getTemplate',
  summary: 'Returns one template with its content.',
  method: 'GET',
  path: '/api/template',
  access: 'user',
  scope: 'charts:read',
  query: key,
  response: z.strictObject({ content: z.string() }),
});

export const saveTemplate = endpoint({
  name: 'saveTemplate',
  summary: 'Saves a template and replaces one of the same name.',
  method: 'PUT',
  path: '/api/template',
  access: 'user',
  scope: 'charts:write',
  body: z.strictObject({ of, name, content }),
  bodyLimitBytes: TEMPLATE_BODY_LIMIT_BYTES,
  response: z.undefined(),
});

export const deleteTemplate = endpoint({
  name: 'deleteTemplate',
  summary: 'Removes a template.',
  method: 'DELETE',
  path: '/api/template',
  access: 'user',
  scope: 'charts:write',
  query: key,
  response: z.undefined(),
});
