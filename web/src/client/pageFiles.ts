/** The files of the page itself: the service worker keeps the first of them for everybody, and all for those who will want
 * them without a network. */

let asked = false;

/** All pages, boards and languages. Browsers have service workers on https and on this machine itself. */
export function keepPage(): void {
  if (asked || !("serviceWorker" in navigator)) return;
  asked = true;
  void navigator.serviceWorker.ready.then((worker) => worker.active?.postMessage("keep all"));
}
