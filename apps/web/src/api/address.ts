/** The address of a request: parameters replace `:name` in the path; undefined values are left out of the query. */
export function addressOf(path: string, params: object, query: object): string {
  let address = path;
  for (const [name, value] of Object.entries(params)) {
    address = address.replace(`:${name}`, encodeURIComponent(String(value)));
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${address}?${search}` : address;
}
