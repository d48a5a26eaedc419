import { SECOND_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { Form } from '../../../http/parse-body.ts';
import type { ProtocolQuery } from '../../../http/protocol.ts';
import { createLayout, deleteLayout, type LayoutDeps, saveLayout } from '../layouts/save-layout.ts';
import { findLayout, findLayouts, type LayoutData, type LayoutKey } from '../layouts/store.ts';
import type { Owner } from '../owner.ts';
import {
  findTemplate,
  findTemplates,
  removeTemplate,
  saveTemplate,
} from '../templates/templates.ts';

/** An authenticated call. */
type StorageCall = { owner: Owner; query: ProtocolQuery; form: Form };

/** The fields beside `"status":"ok"` in the answer. */
type Answered = { data?: unknown; id?: number };

/** The handlers of one resource by method. */
export type Resource = Record<
  'GET' | 'POST' | 'DELETE',
  (deps: LayoutDeps, call: StorageCall) => Promise<Answered>
>;

/** Maximum lengths in the protocol's reference storage. */
const MOST_CHARACTERS = { name: 200, symbol: 50, resolution: 10, tool: 200 };

/** A text field, empty if missing; throws `BAD_REQUEST` if it is too long. */
function textOf(
  from: ProtocolQuery | Form,
  field: keyof typeof MOST_CHARACTERS,
  given: string = field,
): string {
  const text = from[given] ?? '';
  const most = MOST_CHARACTERS[field];
  if (text.length <= most) return text;
  throw new AppError('BAD_REQUEST', `${given}: must have at most ${most} characters`);
}

export function refuse(message: string): never {
  throw new AppError('BAD_REQUEST', message);
}

/** Replaces the message of a 404 with the protocol's wording. */
async function orMissing<T>(work: Promise<T>, message: string): Promise<T> {
  return work.catch((error: unknown) => {
    const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
    throw isMissing ? new AppError('NOT_FOUND', message) : error;
  });
}

/** Replaces the message of a server error with the protocol's wording. */
async function orFailed<T>(work: Promise<T>, message: string): Promise<T> {
  return work.catch((cause: unknown) => {
    if (cause instanceof AppError && cause.status < 500) throw cause;
    throw new AppError('UNAVAILABLE', message, { cause });
  });
}

const MISSING = 'Chart not found';

const timestampOf = ({ savedAtMs }: { savedAtMs: number }) => Math.floor(savedAtMs / SECOND_MS);

/** The chart named by a call; null if it names none. */
function keyOf({ owner, query: { chart = '' } }: StorageCall): LayoutKey | null {
  if (chart === '') return null;
  return /^\d{1,15}$/.test(chart) ? { ...owner, id: Number(chart) } : refuse(MISSING);
}

function dataOf({ form }: StorageCall): LayoutData {
  const { content = '' } = form;
  if (content === '') refuse('No content to save');
  const name = textOf(form, 'name');
  if (name === '') refuse('Name of chart should not be empty');
  return {
    name,
    symbol: textOf(form, 'symbol'),
    resolution: textOf(form, 'resolution'),
    content,
  };
}

/** `/charts`: the layouts of a client and its user. A save unconditionally replaces the one before. */
export const charts: Resource = {
  async GET({ db }, call) {
    const key = keyOf(call);
    if (!key) {
      const all = await findLayouts(db, call.owner);
      const data = all.map(({ id, name, symbol, resolution, savedAtMs }) => {
        return { id, name, timestamp: timestampOf({ savedAtMs }), symbol, resolution };
      });
      return { data };
    }
    const { id, name, content, savedAtMs } = (await findLayout(db, key)) ?? refuse(MISSING);
    return { data: { id, name, timestamp: timestampOf({ savedAtMs }), content } };
  },
  async POST(deps, call) {
    const key = keyOf(call);
    const data = dataOf(call);
    if (key) {
      const save = { baseRevision: null, isStep: false, data };
      await orMissing(saveLayout(deps, key, save), MISSING);
      return {};
    }
    const { id } = await createLayout(deps, { owner: call.owner, key: null, data });
    return { id };
  },
  async DELETE(deps, call) {
    const key = keyOf(call) ?? refuse('Wrong chart id');
    await orMissing(deleteLayout(deps, key), MISSING);
    return {};
  },
};

const NO_CONTENT = 'No content to save';
const NO_NAME = 'Name of template should not be empty';
const NO_STUDY_TEMPLATE = 'StudyTemplate not found';
const NO_DRAWING_TEMPLATE = 'Drawing Template not found';
/** The `tool` of study templates. */
const STUDIES = '';

/** `/study_templates`: sets of studies by name. */
export const studyTemplates: Resource = {
  async GET({ db }, { owner, query }) {
    const name = textOf(query, 'name', 'template');
    if (name === '') {
      const found = await findTemplates(db, { ...owner, tool: STUDIES });
      return { data: found.map((each) => ({ name: each.name })) };
    }
    const content = await findTemplate(db, { ...owner, tool: STUDIES, name });
    return { data: { name, content: content ?? refuse(NO_STUDY_TEMPLATE) } };
  },
  async POST(deps, { owner, form }) {
    const { content = '' } = form;
    if (content === '') refuse(NO_CONTENT);
    const name = textOf(form, 'name');
    if (name === '') refuse(NO_NAME);
    const saved = saveTemplate(deps, { ...owner, tool: STUDIES, name }, content);
    await orFailed(saved, 'Error updating Study Template');
    return {};
  },
  async DELETE({ db }, { owner, query }) {
    const name = textOf(query, 'name', 'template');
    const isRemoved = await removeTemplate(db, { ...owner, tool: STUDIES, name });
    return isRemoved ? {} : refuse(NO_STUDY_TEMPLATE);
  },
};

/** `/drawing_templates`: styles of drawing tools, by tool and name. */
export const drawingTemplates: Resource = {
  async GET({ db }, { owner, query }) {
    const failed = 'Error loading Drawing Templates';
    const tool = textOf(query, 'tool');
    if (tool === '') refuse(failed);
    const name = textOf(query, 'name');
    if (name === '') {
      const found = await orFailed(findTemplates(db, { ...owner, tool }), failed);
      return { data: found.map((each) => each.name) };
    }
    const content = await findTemplate(db, { ...owner, tool, name });
    return { data: { name, content: content ?? refuse(NO_DRAWING_TEMPLATE) } };
  },
  async POST(deps, { owner, query, form }) {
    const { content = '' } = form;
    if (content === '') refuse(NO_CONTENT);
    const name = textOf(query, 'name');
    if (name === '') refuse(NO_NAME);
    const tool = textOf(query, 'tool');
    const failed = 'Error updating Drawing Template';
    if (tool === '') refuse(failed);
    await orFailed(saveTemplate(deps, { ...owner, tool, name }, content), failed);
    return {};
  },
  async DELETE({ db }, { owner, query }) {
    const [tool, name] = [textOf(query, 'tool'), textOf(query, 'name')];
    const isRemoved = tool !== '' && (await removeTemplate(db, { ...owner, tool, name }));
    return isRemoved ? {} : refuse(NO_DRAWING_TEMPLATE);
  },
};
