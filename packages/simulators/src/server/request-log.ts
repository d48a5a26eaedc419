const MAX_LOGGED = 10_000;

/** One request as it arrived; `path` carries the query. */
type LoggedRequest = { method: string; path: string };

/** The latest requests of one simulator, oldest first. */
export type RequestLog = {
  add: (request: LoggedRequest) => void;
  all: () => LoggedRequest[];
  clear: () => void;
};

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    add: (request) => {
      requests.push(request);
      if (requests.length > MAX_LOGGED) requests.shift();
    },
    all: () => [...requests],
    clear: () => {
      requests.length = 0;
    },
  };
}
