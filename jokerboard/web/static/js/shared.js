// A shared worker that holds one stream for all tabs of a browser, since a browser opens only six connections to a
// host. Hidden tabs get no events; when no tab is visible, the stream is closed.

import { Line } from "./line.js";

const lines = new Map(); // url -> { line, up, tabs }

addEventListener("connect", ({ ports: [port] }) => {
  let shared = null;
  port.onmessage = ({ data }) => {
    shared ??= lines.get(data.url) ?? begin(data.url, data.kinds);
    if (data.awake) {
      shared.tabs.add(port);
      if (shared.up !== null) port.postMessage({ up: shared.up });
      shared.line.open(); // a new or returning tab needs the whole state, which the other tabs get again, too
    } else {
      shared.tabs.delete(port);
      if (shared.tabs.size) return;
      shared.line.close();
      shared.up = null;
    }
  };
});

function begin(url, kinds) {
  const send = (message) => shared.tabs.forEach((tab) => tab.postMessage(message));
  const shared = { up: null, tabs: new Set() };
  shared.line = new Line(url, kinds, (kind, text) => send({ kind, text }), (up) => send({ up: (shared.up = up) }));
  lines.set(url, shared);
  return shared;
}
