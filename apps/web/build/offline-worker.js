/**
 * Shows push messages, and the offline page where a document cannot be reached. Data, scripts and documents always come from the network. Each
 * build has another worker, which stores the page and its files again.
 */
const KEPT = 'offline-__BUILD__';
const PAGE = '/offline';
const FILES = __FILES__;

/** Rejects where page and worker are of different builds, as during a deployment; a later installation succeeds. */
async function keep() {
  const page = await fetch(PAGE, { cache: 'no-store' });
  const text = await page.clone().text();
  if (!page.ok || !FILES.every((file) => text.includes(file))) {
    throw new Error('The offline page is of another build.');
  }
  const cache = await caches.open(KEPT);
  await cache.addAll(FILES);
  await cache.put(PAGE, page);
}

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))),
      ),
  );
});

async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await caches.match(request.mode === 'navigate' ? PAGE : request, {
      cacheName: KEPT,
    });
    if (!page) throw error;
    return page;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isKept = origin === self.location.origin && FILES.includes(pathname);
  if (request.mode === 'navigate' || isKept) event.respondWith(answer(request));
});

/** Shows an alert that has fired. Each push must show something, or browsers end the subscription. */
self.addEventListener('push', (event) => {
  const { title, body, url } = event.data.json();
  const options = { body, icon: '/icon-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

const ANSWER_MS = 1_000;

/** Asks an open page to go to an address; false if it does not answer, as while it loads. */
function askPage(page, url) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    page.postMessage({ kind: 'open', url }, [port2]);
  });
}

/** Shows the chart in a window of the product, without a reload if its page answers, or in a new window. */
async function openChart(url) {
  const address = new URL(url, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find((one) => new URL(one.url).pathname.startsWith('/dashboard'));
  if (open) {
    await open.focus();
    if (!(await askPage(open, address.href))) await open.navigate(address.href);
  } else await self.clients.openWindow(address.href);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openChart(event.notification.data.url));
});
