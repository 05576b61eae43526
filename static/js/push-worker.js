// Shows what the server pushes while no page is open, and leads to it. Registered by push.js.

self.addEventListener("push", (event) => {
  const { title, body, address, tag } = event.data.json();
  const icon = new URL("../icon-192.png", self.location).href;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { address } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

/** In a window that is open, else in a new one. */
async function open(address) {
  const [window] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = await window?.focus().catch(() => null);
  const led = await shown?.navigate(address).catch(() => null);
  if (!led) await self.clients.openWindow(address);
}
