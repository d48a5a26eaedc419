export type JsonObject = Readonly<Record<string, unknown>>;

/** A copy of an object; empty for any other value. */
export function jsonObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A client's message as an object; empty if it is not a JSON object. */
export function parseMessage(data: unknown): JsonObject {
  try {
    return jsonObject(JSON.parse(String(data)));
  } catch {
    return {};
  }
}
