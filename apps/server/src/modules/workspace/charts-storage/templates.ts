import { saveTemplate } from '../templates/save-template.ts';
import { findTemplate, findTemplates, removeTemplate } from '../templates/store.ts';
import { orFailed, type Resource, refuse, textOf } from './resource.ts';

const NO_CONTENT = 'No content to save';
const NO_NAME = 'Name of template should not be empty';
const NO_STUDY_TEMPLATE = 'StudyTemplate not found';
const NO_DRAWING_TEMPLATE = 'Drawing Template not found';
/** The tool of templates that hold studies. */
const STUDIES = '';

/** `/study_templates`: sets of studies by their names. */
export const studyTemplates: Resource = {
  async GET({ db }, { userId, query }) {
    const name = textOf(query, 'name', 'template');
    if (name === '') {
      const found = await findTemplates(db, { userId, tool: STUDIES });
      return { data: found.map((each) => ({ name: each.name })) };
    }
    const content = await findTemplate(db, { userId, tool: STUDIES, name });
    return { data: { name, content: content ?? refuse(NO_STUDY_TEMPLATE) } };
  },
  async POST(deps, { userId, form: read }) {
    const form = await read();
    const { content = '' } = form;
    if (content === '') refuse(NO_CONTENT);
    const name = textOf(form, 'name');
    if (name === '') refuse(NO_NAME);
    const saved = saveTemplate(deps, { userId, tool: STUDIES, name }, content);
    await orFailed(saved, 'Error updating Study Template');
    return {};
  },
  async DELETE({ db }, { userId, query }) {
    const name = textOf(query, 'name', 'template');
    const isRemoved = await removeTemplate(db, { userId, tool: STUDIES, name });
    return isRemoved ? {} : refuse(NO_STUDY_TEMPLATE);
  },
};

/** `/drawing_templates`: looks of drawing tools, by tool and name. */
export const drawingTemplates: Resource = {
  async GET({ db }, { userId, query }) {
    const failed = 'Error loading Drawing Templates';
    const tool = textOf(query, 'tool');
    if (tool === '') refuse(failed);
    const name = textOf(query, 'name');
    if (name === '') {
      const found = await orFailed(findTemplates(db, { userId, tool }), failed);
      return { data: found.map((each) => each.name) };
    }
    const content = await findTemplate(db, { userId, tool, name });
    return { data: { name, content: content ?? refuse(NO_DRAWING_TEMPLATE) } };
  },
  async POST(deps, { userId, query, form: read }) {
    const { content = '' } = await read();
    if (content === '') refuse(NO_CONTENT);
    const name = textOf(query, 'name');
    if (name === '') refuse(NO_NAME);
    const tool = textOf(query, 'tool');
    const failed = 'Error updating Drawing Template';
    if (tool === '') refuse(failed);
    await orFailed(saveTemplate(deps, { userId, tool, name }, content), failed);
    return {};
  },
  async DELETE({ db }, { userId, query }) {
    const [tool, name] = [textOf(query, 'tool'), textOf(query, 'name')];
    const isRemoved = tool !== '' && (await removeTemplate(db, { userId, tool, name }));
    return isRemoved ? {} : refuse(NO_DRAWING_TEMPLATE);
  },
};
