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
  /** True while a share link is live. */
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
  response: z.strictObject({ layouts: z.array(layoutHead) }),
});

export const getLayout = endpoint({
  name: 'getLayout',
  summary: 'Returns one layout with its content.',
  method: 'GET',
  path: '/api/layouts/:id',
  access: 'user',
  params: layoutParams,
  response: layout,
});

/**
 * Idempotent by `key`: a repeated request gets the first response, with the revision at that time. 409 if the account
 * has the maximum number of layouts, 413 for too much content.
 */
export const createLayout = endpoint({
  name: 'createLayout',
  summary: 'Creates a layout; a repeated request with the same key creates no second one.',
  method: 'POST',
  path: '/api/layouts',
  access: 'user',
  body: z.strictObject({ key: z.uuid(), ...layoutFields, ...purpose }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject({ id: z.int(), ...saved }),
});

/**
 * 409 `LAYOUT_CHANGED` if the layout is not at `baseRevision`; nothing changes then. A save that equals the present
 * layout returns its revision whatever the base, so a save can be repeated after a lost response. If the save is a
 * step, such as going back to a version, the replaced version stays; a kept save makes its own version stay.
 */
export const saveLayout = endpoint({
  name: 'saveLayout',
  summary: 'Saves a layout unless somebody else has saved it since.',
  method: 'PUT',
  path: '/api/layouts/:id',
  access: 'user',
  params: layoutParams,
  body: z.strictObject({
    baseRevision: z.int().check(z.minimum(1)),
    ...layoutFields,
    ...purpose,
    /** True if the save replaces the layout instead of continuing it; false by default. */
    isStep: z.optional(z.boolean()),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject(saved),
});

/** Also ends its share link. */
export const deleteLayout = endpoint({
  name: 'deleteLayout',
  summary: 'Removes a layout with its versions.',
  method: 'DELETE',
  path: '/api/layouts/:id',
  access: 'user',
  params: layoutParams,
  response: z.undefined(),
});

export const listLayoutVersions = endpoint({
  name: 'listLayoutVersions',
  summary: 'Lists the kept versions of a layout without their content, newest first.',
  method: 'GET',
  path: '/api/layouts/:id/versions',
  access: 'user',
  params: layoutParams,
  response: z.strictObject({ versions: z.array(layoutVersionHead) }),
});

export const getLayoutVersion = endpoint({
  name: 'getLayoutVersion',
  summary: 'Returns one kept version of a layout with its content.',
  method: 'GET',
  path: '/api/layouts/:id/versions/:revision',
  access: 'user',
  params: z.extend(layoutParams, { revision: number }),
  response: z.extend(layoutVersionHead, { content: z.string() }),
});

/**
 * The link is returned once and replaces the previous one, which stops working. It shows `content` with the layout's
 * present name, symbol and resolution; later saves do not change it. The caller decides what of the layout is in
 * `content`. 413 for too much content.
 */
export const shareLayout = endpoint({
  name: 'shareLayout',
  summary: 'Creates a public link to the given content and ends the previous link.',
  method: 'POST',
  path: '/api/layouts/:id/share',
  access: 'user',
  params: layoutParams,
  body: z.strictObject({ content: layoutFields.content }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject({ token: z.string() }),
});

/** Without a link nothing changes. */
export const endLayoutShare = endpoint({
  name: 'endLayoutShare',
  summary: 'Ends the link to a layout.',
  method: 'DELETE',
  path: '/api/layouts/:id/share',
  access: 'user',
  params: layoutParams,
  response: z.undefined(),
});

/** Shows the shared content without market data. 404 once the link has ended. */
export const getSharedLayout = endpoint({
  name: 'getSharedLayout',
  summary: 'Returns the content of a link to a layout.',
  method: 'GET',
  path: '/api/shared-layouts/:token',
  access: 'public',
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
  query: key,
  response: z.strictObject({ content: z.string() }),
});

/** Replaces the template of the same name. 413 for too much content, 409 if the account has no room. */
export const saveTemplate = endpoint({
  name: 'saveTemplate',
  summary: 'Saves a template and replaces one of the same name.',
  method: 'PUT',
  path: '/api/template',
  access: 'user',
  body: z.strictObject({ of, name, content }),
  bodyLimitBytes: TEMPLATE_BODY_LIMIT_BYTES,
  response: z.undefined(),
});

/** Without such a template nothing changes. */
export const deleteTemplate = endpoint({
  name: 'deleteTemplate',
  summary: 'Removes a template.',
  method: 'DELETE',
  path: '/api/template',
  access: 'user',
  query: key,
  response: z.undefined(),
});
