// What this device prefers; kept in the browser.
const KEY = "parlour.settings";

interface Settings {
  mode: "auto" | "paper" | "blueprint";
  contrast: boolean;
  sound: boolean;
  motion: boolean;
  name: string;
}

function read(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ mode: "auto", contrast: false, sound: true, motion: true, name: "", ...read() });

export function keepSettings(): void {
  const root = document.documentElement;
  if (settings.mode === "auto") delete root.dataset.mode;
  else root.dataset.mode = settings.mode;
  if (settings.contrast) root.dataset.contrast = "more";
  else delete root.dataset.contrast;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing: the settings last as long as the page
  }
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moves = () => settings.motion && !still.matches;
