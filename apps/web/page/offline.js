// Keeps the page for times without its host. The build writes in what to keep; a new build is a new name, and drops the old.
const name = "ossuary-VERSION";
const keep = "KEEP";

self.addEventListener("install", (event) => {
    event.waitUntil(
        caches
            .open(name)
            .then((cache) => cache.addAll(keep))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener("activate", (event) => {
    const old = (key) => key.startsWith("ossuary-") && key !== name;
    event.waitUntil(
        caches
            .keys()
            .then((keys) => Promise.all(keys.filter(old).map((key) => caches.delete(key))))
            .then(() => self.clients.claim()),
    );
});

// What is kept is answered from there: its names change when it does. The page itself is asked for first, so that a
// newer one is found, and taken from what is kept where nobody answers.
self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
    const kept = () => caches.match(request, { ignoreSearch: request.mode === "navigate" });
    if (request.mode === "navigate") event.respondWith(fetch(request).catch(kept));
    else event.respondWith(kept().then((answer) => answer ?? fetch(request)));
});
