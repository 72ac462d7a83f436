// A picture of a figure to keep: as it is on the screen, with who played, who won and when, as a PNG.
import { words } from "../words";
import { ending } from "../room/ending";

export interface Caption {
  title: string;
  who: string;
  why: string;
  names: string[];
  name: string; // of the file
}

const [EDGE, HEAD, FOOT] = [40, 150, 96]; // round the figure, in its own units
const WIDE = 1600; // pixels

/** Hands the picture to the device's share sheet where there is one, and otherwise saves it; what became of it. */
export async function keepPicture(figure: SVGSVGElement, caption: Caption): Promise<string> {
  const blob = await paint(await compose(figure, caption));
  const file = new File([blob], `${caption.name}-${new Date().toISOString().slice(0, 10)}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: caption.title });
      return "";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return ""; // thought better of it
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return ending.finish.kept(file.name);
}

/** The picture as the text of an SVG that needs nothing else. */
async function compose(figure: SVGSVGElement, { title, who, why, names }: Caption): Promise<string> {
  const { width, height } = figure.viewBox.baseVal;
  const [wide, high] = [width + 2 * EDGE, height + HEAD + FOOT];
  const root = make("svg", { viewBox: `0 0 ${wide} ${high}`, width: WIDE, height: Math.round((WIDE * high) / wide) });
  for (const { name, value } of document.documentElement.attributes) if (name.startsWith("data-")) root.setAttribute(name, value);
  const style = make("style", {});
  const rules = rulesFor(figure);
  const patterns = [...new Set(rules.match(/(?<=url\("?#)[\w-]+/g))].map((id) => document.getElementById(id)).filter((pattern) => pattern !== null); // the page has them elsewhere
  style.textContent = [rules, ...patterns.map(rulesFor), await fonts(), "*{animation:none!important;transition:none!important}"].join("");
  const line = (text: string, x: number, y: number, size: number, more = "") => {
    const words = make("text", { x, y, "font-size": Math.min(size, (1.9 * (wide - 2 * EDGE)) / Math.max(1, text.length)), style: `fill:var(--ink);font-family:var(--serif);${more}` });
    words.textContent = text;
    return words;
  };
  const drawn = figure.cloneNode(true) as SVGSVGElement;
  for (const [name, value] of Object.entries({ x: EDGE, y: HEAD, width, height })) drawn.setAttribute(name, `${value}`);
  drawn.setAttribute("style", `width:${width}px;height:${height}px`);
  const when = new Date().toLocaleDateString(undefined, { dateStyle: "long" });
  root.append(
    style,
    ...patterns.map((pattern) => pattern.cloneNode(true)),
    make("rect", { width: "100%", height: "100%", style: "fill:var(--ground)" }),
    line(who || title, EDGE, 78, 64),
    line(why, EDGE, 122, 27, "font-style:italic"),
    drawn,
    line(`${title}: ${names.join(", ")}`, EDGE, high - 52, 28),
    line(`${when} · ${words.parlour}`, EDGE, high - 20, 22, "fill:var(--quiet);font-style:italic"),
  );
  return new XMLSerializer().serializeToString(root);
}

function make(kind: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  return element;
}

/** Every rule that tells how something in the figure looks, as it counts on this screen. */
function rulesFor(figure: Element): string {
  const found: string[] = [];
  const matters = (selector: string) => selector.includes(":root") || figure.matches(selector) || figure.querySelector(selector) !== null;
  function walk(rules: CSSRuleList): void {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        if (matchMedia(rule.conditionText).matches) walk(rule.cssRules);
      } else if (rule instanceof CSSStyleRule && matters(rule.selectorText)) found.push(rule.cssText);
    }
  }
  for (const sheet of document.styleSheets) walk(sheet.cssRules);
  return found.join("");
}

/** The typefaces themselves: a picture may fetch nothing. */
async function fonts(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule));
  const whole = faces.map(async (face) => {
    const address = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue("src"))?.[1];
    if (!address) return "";
    const bytes = new Uint8Array(await (await fetch(new URL(address, face.parentStyleSheet?.href ?? location.href))).arrayBuffer());
    const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return face.cssText.replace(/src:[^;]+;/, `src: url(data:font/woff2;base64,${packed});`);
  });
  return (await Promise.all(whole)).join("");
}

async function paint(drawing: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
