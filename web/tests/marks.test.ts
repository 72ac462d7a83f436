import { describe, expect, it } from "vitest";
import { linkMarks } from "../src/learn/marks";

const names = { rule: (n: string) => `Rule ${n}`, ruling: (n: string) => `Ruling ${n}` };
const PAGE = `<h2 id="rules">Rules</h2>
<p><strong>R1. Turns.</strong> One each [S2, S3], as in R2. See <code>R2 [S2]</code>.</p>
<p><strong>R2. Ends.</strong> [S9] and R7 [Q25 to Q28].</p>
<h2 id="rulings">Rulings</h2>
<table><tr>
<td>S2</td><td>why, see S3</td></tr><tr>
<td>S3</td><td>x</td></tr></table>
<h2 id="options">Options</h2>
<table><tr>
<td>S4</td></tr></table>`;

describe("marks of a page", () => {
  const linked = linkMarks(PAGE, names);

  it("gives rules and rulings an id", () => {
    expect(linked).toContain('<p class="rule" id="rule-R1"><a class="mark" href="#rule-R1" aria-label="Rule R1">R1</a> <strong>Turns.</strong>');
    expect(linked).toContain('<tr id="ruling-S2"><td>S2</td>');
    expect(linked).not.toContain("ruling-S4");
  });

  it("links what there is, and leaves the rest as it stands", () => {
    expect(linked).toContain('<a class="mark" href="#ruling-S2" aria-label="Ruling S2">S2</a>, <a');
    expect(linked).toContain('as in <a class="rule-link" href="#rule-R2">R2</a>.');
    expect(linked).toContain('<span class="marks">S9</span> and R7 <span class="marks">Q25 to Q28</span>');
  });

  it("does not touch code", () => {
    expect(linked).toContain("<code>R2 [S2]</code>");
  });
});
