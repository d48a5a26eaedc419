import type { Page, Request } from '@playwright/test';

async function carries(request: Request, secret: string): Promise<boolean> {
  const { referer = '' } = await request.allHeaders();
  return `${request.url()} ${referer} ${request.postData() ?? ''}`.includes(secret);
}

/** Records the requests with a secret in their address, referrer or body, in order. */
export function listenForSecret(page: Page, secret: string): () => Promise<Request[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return async () => {
    const carried = await Promise.all(requests.map((request) => carries(request, secret)));
    return requests.filter((_, index) => carried[index]);
  };
}
