// What this device prefers; kept in the browser.
const KEY = "parlour.settings";

export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.5, instant: 0 }; // how long things take, of what is usual
export type Speed = keyof typeof SPEEDS;

interface Settings {
  mode: "auto" | "paper" | "blueprint";
  contrast: boolean;
  sound: boolean;
  sayings: boolean; // whether to show what others say
  speed: Speed;
  name: string;
  picked: Record<string, string>; // the last quick choice of each game on the front page
}

function read(): Partial<Settings> {
  try {
    const { motion, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return motion === false ? { speed: "instant", ...kept } : kept; // as it was kept before there were speeds
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ mode: "auto", contrast: false, sound: true, sayings: true, speed: "normal", name: "", picked: {}, ...read() });

export function keepSettings(): void {
  const root = document.documentElement;
  if (settings.mode === "auto") delete root.dataset.mode;
  else root.dataset.mode = settings.mode;
  root.style.setProperty("--pace", String(SPEEDS[settings.speed]));
  if (settings.contrast) root.dataset.contrast = "more";
  else delete root.dataset.contrast;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing: the settings last as long as the page
  }
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moves = () => settings.speed !== "instant" && !still.matches;
export const pace = () => (moves() ? SPEEDS[settings.speed] : 0);
