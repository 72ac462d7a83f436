// What is asked, where it is already said whose turn it is.

/** "Ann's turn: move a man." without its beginning. */
export function whatToDo(asked: string, name: string): string {
  const colon = asked.indexOf(": ");
  if (colon < 0 || !(asked.startsWith(name) || asked.startsWith("Your turn"))) return asked;
  const line = asked.slice(colon + 2);
  return line.charAt(0).toUpperCase() + line.slice(1);
}
