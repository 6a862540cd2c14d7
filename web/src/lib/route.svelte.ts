// The address tells what is shown; links work with and without the mouse, and back goes back.

class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (event.defaultPrevented) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      if (link.pathname.startsWith("/api/") || (link.pathname === location.pathname && link.hash)) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(address: string) {
    history.pushState(null, "", address);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  get parts() {
    return this.path.split("/").filter(Boolean);
  }
}

export const route = new Route();
