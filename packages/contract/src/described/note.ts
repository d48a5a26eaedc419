/** A sentence for readers of the API documents, with an example where one helps. */
export type Note = string | { text: string; example: unknown };

/**
 * The texts of an area. Endpoints and schemas are keyed by name. A field is keyed by its path or the end of it: `symbol`
 * describes every field of that name, `Bar.time` and `getMarks.query.toTs` only these. The longest key that fits wins, so
 * a name with several meanings has no key of one word.
 */
export type Notes = {
  endpoints: Readonly<Record<string, string>>;
  schemas: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, Note>>;
};
