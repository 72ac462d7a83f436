/** How many letters all these labels begin with that tell what is touched already: they go on at "to", with where to. */
export function countSame(labels: string[]): number {
  const [first = "", ...others] = labels;
  const end = others.length ? [...first].findIndex((letter, i) => others.some((label) => label[i] !== letter)) : 0;
  return Math.max(0, first.slice(0, Math.max(0, end)).lastIndexOf(" to ") + 1);
}
