/** The values of a firing by the name of their placeholder; numbers are written plainly. */
export type TemplateValues = Readonly<Record<string, string | number | null | undefined>>;

/** Names that other charting products use, with ours. */
const ALIASES: Readonly<Record<string, string>> = {
  ticker: 'code',
  timenow: 'now',
};

/** The placeholders that a message may have. */
export const PLACEHOLDERS = [
  'symbol',
  'code',
  'exchange',
  'name',
  'interval',
  'condition',
  'price',
  'time',
  'now',
  'open',
  'high',
  'low',
  'close',
  'volume',
] as const;

/** A message may name anything, even what every object inherits. */
const own = (values: TemplateValues, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Whether an index of a JSON text lies within a string. */
function isInString(json: string, end: number): boolean {
  let isInside = false;
  for (let index = 0; index < end; index += 1) {
    if (json[index] === '\\' && isInside) index += 1;
    else if (json[index] === '"') isInside = !isInside;
  }
  return isInside;
}

/** True if a message is meant as JSON: it begins like an object or an array, and not like a placeholder. */
export function isJsonTemplate(template: string): boolean {
  return /^\s*(\{(?!\{)|\[)/.test(template);
}

/**
 * Replaces the placeholders of a message. In JSON, values keep it valid whatever they contain: texts are escaped within
 * quotation marks and quoted outside of them, and a placeholder without a value becomes `null` there. Elsewhere it becomes
 * nothing.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  const isJson = isJsonTemplate(template);
  return template.replace(PLACEHOLDER, (_whole, given: string, offset: number) => {
    const alias = Object.hasOwn(ALIASES, given) ? ALIASES[given] : undefined;
    const value = own(values, given) ?? own(values, alias ?? '') ?? null;
    if (!isJson) return value === null ? '' : String(value);
    if (isInString(template, offset)) {
      return value === null ? '' : JSON.stringify(String(value)).slice(1, -1);
    }
    return JSON.stringify(value);
  });
}
