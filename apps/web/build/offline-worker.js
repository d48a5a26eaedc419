/**
 * Shows the offline page where a document cannot be reached, and nothing else: data, scripts and every document come
 * from the network. The page and what it needs are kept anew with each build, whose worker has other bytes.
 */
const KEPT = 'offline-__BUILD__';
const PAGE = '/offline';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([PAGE, ...FILES]))
      .then(() => self.skipWaiting()),
  );
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
