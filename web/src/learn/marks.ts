// Marks in a page of rules: the numbers of rules and rulings become quiet links, and wide parts can be moved sideways.
const SKIPPED = /^(?:code|pre|a|h[1-6]|figure)$/;
const MARK = /\[([A-Z]\d+(?:(?:, | to )[A-Z]\d+)*,?)\]|\b(R\d+)\b/g;

/** The page's own HTML with its marks linked; what they point at gets an id. */
export function linkMarks(html: string, names: { rule: (n: string) => string; ruling: (n: string) => string }): string {
  const rules = new Set<string>();
  let page = html.replaceAll("<th></th>", "<td></td>").replace(/<p><strong>(R\d+)\. ?/g, (_, rule: string) => {
    rules.add(rule);
    return `<p class="rule" id="rule-${rule}"><a class="mark" href="#rule-${rule}" aria-label="${names.rule(rule)}">${rule}</a> <strong>`;
  });
  const rulings = new Set<string>();
  const [from, to] = sectionOf(page, "rulings");
  const table = page.slice(from, to).replace(/<tr>\s*<td>([A-Z]\d+)<\/td>/g, (_, ruling: string) => {
    rulings.add(ruling);
    return `<tr id="ruling-${ruling}"><td>${ruling}</td>`;
  });
  page = page.slice(0, from) + table + page.slice(to);

  const link = (mark: string) =>
    rulings.has(mark) ? `<a class="mark" href="#ruling-${mark}" aria-label="${names.ruling(mark)}">${mark}</a>` : mark;
  let skipped = ""; // the element whose words are left alone
  return page
    .split(/(<[^>]+>)/)
    .map((part) => {
      const tag = /^<(\/?)(\w+)/.exec(part);
      if (tag) {
        const [, closing, name] = tag;
        if (!skipped && !closing && SKIPPED.test(name!)) skipped = name!;
        else if (closing && skipped === name) skipped = "";
        return part;
      }
      if (skipped) return part;
      return part.replace(MARK, (all, list: string | undefined, rule: string | undefined) => {
        if (rule) return rules.has(rule) ? `<a class="rule-link" href="#rule-${rule}">${rule}</a>` : all;
        return `<span class="marks">${list!.replace(/[A-Z]\d+/g, link)}</span>`;
      });
    })
    .join("");
}

function sectionOf(page: string, id: string): [number, number] {
  const from = page.indexOf(`<h2 id="${id}"`);
  if (from < 0) return [0, 0];
  const next = page.indexOf("<h2 ", from + 4);
  return [from, next < 0 ? page.length : next];
}
