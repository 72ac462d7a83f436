// Exact numbers. Dice are few and small, so whole numbers of the browser hold every numerator.
export interface Fraction {
  top: number;
  bottom: number; // above 0, and in lowest terms with the top
}

export const whole = (n: number): Fraction => ({ top: n, bottom: 1 });

function divisor(a: number, b: number): number {
  return b ? divisor(b, a % b) : Math.abs(a);
}

function settle(top: number, bottom: number): Fraction {
  const common = divisor(top, bottom) * Math.sign(bottom);
  return { top: top / common + 0, bottom: bottom / common }; // + 0: there is no negative nothing
}

export const add = (a: Fraction, b: Fraction) => settle(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const subtract = (a: Fraction, b: Fraction) => settle(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
export const multiply = (a: Fraction, b: Fraction) => settle(a.top * b.top, a.bottom * b.bottom);

/** Nothing where the divisor is 0. */
export const divide = (a: Fraction, b: Fraction) => (b.top ? settle(a.top * b.bottom, a.bottom * b.top) : null);

/** As at school: `12`, `−3`, `5 1/2`. */
export function said(value: Fraction): string {
  const top = Math.abs(value.top);
  const units = Math.floor(top / value.bottom);
  const rest = top % value.bottom;
  const parts = [...(units || !rest ? [`${units}`] : []), ...(rest ? [`${rest}/${value.bottom}`] : [])];
  return (value.top < 0 ? "−" : "") + parts.join(" ");
}
