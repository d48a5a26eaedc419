import type { Page, Request } from '@playwright/test';

async function isTold(request: Request, secret: string): Promise<boolean> {
  const { referer = '' } = await request.allHeaders().catch(() => request.headers());
  return `${request.url()} ${referer} ${request.postData() ?? ''}`.includes(secret);
}

/** Listens for who is told a secret, by its address, as a referrer or in a body; answers what they were asked, in order. */
export function listenForTellers(page: Page, secret: string): () => Promise<Request[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return async () => {
    const told = await Promise.all(requests.map((request) => isTold(request, secret)));
    return requests.filter((_, index) => told[index]);
  };
}
