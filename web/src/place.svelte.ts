// Where we are: pages are told apart by the address alone.
/** With a slash at the end or without, it is the same page. */
const here = () => location.pathname.replace(/(?<=[^/])\/$/, "");

export const place = $state({ path: here(), query: location.search });

function arrive(): void {
  place.path = here();
  place.query = location.search;
}

addEventListener("popstate", arrive);

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  arrive();
  if (!replace) scrollTo(0, 0);
}

/** For links: a plain click goes there without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.pathname.startsWith("/api/") || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
