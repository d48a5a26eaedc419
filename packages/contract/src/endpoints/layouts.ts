import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { storedText, text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

/** What the content of one layout may have in UTF-8. */
export const MAX_LAYOUT_BYTES = 1_048_576;
/** Layouts that one account may keep. */
export const MAX_LAYOUTS = 200;
/** Versions of a layout that are kept, the present one among them. */
export const MAX_LAYOUT_VERSIONS = 20;
/** As JSON writes the content at its longest, six bytes for one, with room for the rest. */
const BODY_LIMIT_BYTES = 6 * MAX_LAYOUT_BYTES + 65_536;

/** What a client saves; the content is its own and never read. */
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
  /** Whether a link to it is live. */
  isShared: z.boolean(),
});
export type LayoutHead = z.infer<typeof layoutHead>;

export const layout = z.extend(layoutHead, { content: z.string() });
export type Layout = z.infer<typeof layout>;

export const layoutVersionHead = z.strictObject(head);
export type LayoutVersionHead = z.infer<typeof layoutVersionHead>;

const number = wholeNumber({ least: 1, most: 1e15 - 1 });
const layoutParams = z.strictObject({ id: number });
const saved = { revision: z.int(), savedAtMs: z.int() };

/** The caller's layouts, the newest saved first. */
export const listLayouts = endpoint({
  name: 'listLayouts',
  summary: "Lists the caller's chart layouts without their content, the newest saved first.",
  method: 'GET',
  path: '/api/layouts',
  access: 'user',
  response: z.strictObject({ layouts: z.array(layoutHead) }),
});

export const getLayout = endpoint({
  name: 'getLayout',
  summary: 'Answers one layout with its content.',
  method: 'GET',
  path: '/api/layouts/:id',
  access: 'user',
  params: layoutParams,
  response: layout,
});

/**
 * Makes a layout. The same `key` again makes no second one and changes nothing: it is answered as the first time, with
 * the revision that the layout had then. 409 where the account has as many as it may, 413 for too much content.
 */
export const createLayout = endpoint({
  name: 'createLayout',
  summary: 'Makes a layout; a request repeated with the same key makes no second one.',
  method: 'POST',
  path: '/api/layouts',
  access: 'user',
  body: z.strictObject({ key: z.uuid(), ...layoutFields }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject({ id: z.int(), ...saved }),
});

/**
 * Saves a layout that is at `baseRevision`; 409 `LAYOUT_CHANGED` where it is at another one, and nothing changes. What
 * equals the present layout is answered with its revision, whatever the base: a save repeated after a lost answer. Where
 * the save is a step, such as going back to a version, the version that it replaces is kept to go back to.
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
    /** Whether this is no going on with what was there, but something else in its place; not where it is left out. */
    isStep: z.optional(z.boolean()),
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject(saved),
});

/** Removes a layout with its versions and its link. */
export const deleteLayout = endpoint({
  name: 'deleteLayout',
  summary: 'Removes a layout with its versions.',
  method: 'DELETE',
  path: '/api/layouts/:id',
  access: 'user',
  params: layoutParams,
  response: z.undefined(),
});

/** The kept versions of a layout, the present one first. */
export const listLayoutVersions = endpoint({
  name: 'listLayoutVersions',
  summary: 'Lists the kept versions of a layout without their content, the newest first.',
  method: 'GET',
  path: '/api/layouts/:id/versions',
  access: 'user',
  params: layoutParams,
  response: z.strictObject({ versions: z.array(layoutVersionHead) }),
});

export const getLayoutVersion = endpoint({
  name: 'getLayoutVersion',
  summary: 'Answers one kept version of a layout with its content.',
  method: 'GET',
  path: '/api/layouts/:id/versions/:revision',
  access: 'user',
  params: z.extend(layoutParams, { revision: number }),
  response: z.extend(layoutVersionHead, { content: z.string() }),
});

/**
 * Makes the one live link of a layout, told this once; a link made before leads nowhere from now on. It shows `content`
 * with the name, the symbol and the resolution that the layout has now, and nothing that is saved later: the caller
 * decides what others may see of the layout. 413 for too much content.
 */
export const shareLayout = endpoint({
  name: 'shareLayout',
  summary:
    'Makes a link by which anybody can look at what is sent with it, and ends the one before.',
  method: 'POST',
  path: '/api/layouts/:id/share',
  access: 'user',
  params: layoutParams,
  body: z.strictObject({ content: layoutFields.content }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  response: z.strictObject({ token: z.string() }),
});

/** Ends the link of a layout; without one it changes nothing. */
export const endLayoutShare = endpoint({
  name: 'endLayoutShare',
  summary: 'Ends the link to a layout.',
  method: 'DELETE',
  path: '/api/layouts/:id/share',
  access: 'user',
  params: layoutParams,
  response: z.undefined(),
});

/** What a link shows, to anybody who has it: what it was made with, and no market data. 404 for a link that has ended. */
export const getSharedLayout = endpoint({
  name: 'getSharedLayout',
  summary: 'Answers what a link to a layout shows.',
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

/** What the content of one template may have in UTF-8. */
export const MAX_TEMPLATE_BYTES = 262_144;
/** As JSON writes the content at its longest, six bytes for one, with room for the rest. */
const TEMPLATE_BODY_LIMIT_BYTES = 6 * MAX_TEMPLATE_BYTES + 65_536;

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
  bodyLimitBytes: TEMPLATE_BODY_LIMIT_BYTES,
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
