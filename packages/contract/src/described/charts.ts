import type { Notes } from './note.ts';

/** The endpoints with the id of a layout in their path. */
const OF_LAYOUTS = Object.fromEntries(
  [
    'getLayout',
    'saveLayout',
    'deleteLayout',
    'listLayoutVersions',
    'getLayoutVersion',
    'shareLayout',
    'endLayoutShare',
  ].map((name) => [`${name}.params.id`, 'The id of the layout.']),
);

/** Layouts, their versions and links, and templates. */
export const CHART_NOTES: Notes = {
  endpoints: {
    createLayout:
      'Idempotent by `key`: a repeated request gets the first answer, with the revision at that time. `409` if the account has its maximum of 200 layouts, `413` for more than 1 MB of content.',
    saveLayout:
      '`409` with `LAYOUT_CHANGED` if the layout is not at `baseRevision`; nothing changes then. A save that equals the present layout returns its revision whatever the base, so it can be repeated after a lost answer. Versions that were saved on purpose, or that a step replaced, stay; others thin out by age.',
    deleteLayout: 'Also ends its share link.',
    shareLayout:
      'The link is told once and replaces the previous one, which stops working. It shows `content` with the present name, symbol and resolution of the layout; later saves do not change it. `413` for more than 1 MB of content, `409` if the account has no room.',
    endLayoutShare: 'Without a link nothing changes.',
    getTemplate: '`404` if there is no template of that name.',
    getSharedLayout: 'Contains no market data. `404` once the link has ended.',
    saveTemplate: '`413` for more than 256 KB of content, `409` if the account has no room.',
    deleteTemplate: 'Without such a template nothing changes.',
    getChartKeys:
      'Only commands whose keys differ from the usual ones. Read with a session, not with a key.',
    saveChartKeys:
      '`409` with `RECORD_CHANGED` if the keys are not at `baseRevision`; nothing changes then. A save of the present keys changes nothing whatever the base.',
  },
  schemas: {
    Layout: 'A chart layout with its content.',
    LayoutHead: 'A chart layout without its content.',
    LayoutVersion: 'A kept version of a layout without its content.',
  },
  fields: {
    'Layout.id': 'The id of the layout.',
    'LayoutHead.id': 'The id of the layout.',
    ...OF_LAYOUTS,
    'createLayout.response.id': 'The id of the layout.',
    'getLayoutVersion.params.revision': 'The revision of the version.',
    'createLayout.body.key': 'A new UUID for each layout, the same when the request is repeated.',
    'createLayout.body.name': 'The name of the layout.',
    'saveLayout.body.name': 'The name of the layout.',
    'Layout.name': 'The name of the layout.',
    'LayoutHead.name': 'The name of the layout.',
    'LayoutVersion.name': 'The name of the layout at that time.',
    'getLayoutVersion.response.name': 'The name of the layout at that time.',
    'getSharedLayout.response.name': 'The name of the layout when it was shared.',
    'Layout.symbol': 'The symbol of the chart as the client stored it.',
    'LayoutHead.symbol': 'The symbol of the chart as the client stored it.',
    'LayoutVersion.symbol': 'The symbol of the chart as the client stored it.',
    'createLayout.body.symbol': {
      text: 'The symbol of the chart, for lists; it is not checked.',
      example: 'FMP:BTCUSD',
    },
    'saveLayout.body.symbol': {
      text: 'The symbol of the chart, for lists; it is not checked.',
      example: 'FMP:BTCUSD',
    },
    'getLayoutVersion.response.symbol': 'The symbol of the chart as the client stored it.',
    'getSharedLayout.response.symbol': 'The symbol of the chart as the client stored it.',
    'Layout.resolution': 'The resolution of the chart as the client stored it.',
    'LayoutHead.resolution': 'The resolution of the chart as the client stored it.',
    'LayoutVersion.resolution': 'The resolution of the chart as the client stored it.',
    'createLayout.body.resolution': 'The resolution of the chart, for lists; it is not checked.',
    'saveLayout.body.resolution': 'The resolution of the chart, for lists; it is not checked.',
    'getLayoutVersion.response.resolution': 'The resolution of the chart as the client stored it.',
    'getSharedLayout.response.resolution': 'The resolution of the chart as the client stored it.',
    content:
      'The content as the client stored it, a text that the server never reads: at most 1 MB for a layout and 256 KB for a template, in UTF-8.',
    'Layout.revision': 'Increases by one with every save.',
    'LayoutHead.revision': 'Increases by one with every save.',
    'LayoutVersion.revision': 'The revision of the version.',
    'createLayout.response.revision': 'The revision of the save.',
    'saveLayout.response.revision': 'The revision of the save.',
    'getLayoutVersion.response.revision': 'The revision of the version.',
    savedAtMs: 'The time of the save in milliseconds since 1970 UTC.',
    isShared: 'True while a share link works.',
    isKept:
      'True if the user asked for this save, so that its version stays; false by default, for automatic saves.',
    baseRevision: 'The revision that the save continues.',
    isStep:
      'True if the save replaces the layout instead of continuing it, such as a return to a version, so that the replaced version stays; false by default.',
    layouts: 'The layouts, last saved first.',
    versions: 'The kept versions, newest first.',
    'shareLayout.response.token': 'The token of the link `/shared/TOKEN`, told only here.',
    'getSharedLayout.params.token': 'The token of the link.',
    of: {
      text: 'The kind of template: `studies`, or the name of a drawing tool.',
      example: 'studies',
    },
    'query.name': 'The name of the template.',
    'saveTemplate.body.name': 'The name of the template.',
    templates: 'The templates by name.',
    'templates.name': 'The name of the template.',
    'getChartKeys.response.keys': 'The commands whose keys were changed.',
    'saveChartKeys.response.keys': 'The commands whose keys were changed.',
    'saveChartKeys.body.keys': 'All commands whose keys differ from the usual ones.',
    'getChartKeys.response.revision': 'Increases by one with every change; 0 before the first.',
    'saveChartKeys.response.revision': 'Increases by one with every change; 0 before the first.',
    'keys.command': { text: 'The name of a command of the chart.', example: 'reset' },
    'keys.keys': { text: 'The keys that run it.', example: 'Alt+Shift+KeyG' },
  },
};
