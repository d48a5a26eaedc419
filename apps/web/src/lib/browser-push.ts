/** The worker that receives push messages; null where the browser has none, or the page no worker. */
export async function pushWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return null;
  }
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/**
 * Ends push messages on this browser, whoever asked for them: its push service refuses further ones, and the server then
 * forgets the address.
 */
export async function forgetPush(): Promise<void> {
  const subscription = await (await pushWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
