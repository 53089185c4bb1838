/** Removes `char` from the end of the text. Linear, unlike a pattern such as `/0+$/`, which is quadratic. */
export function trimEnd(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end -= 1;
  return text.slice(0, end);
}
