/** The parameters with another value, at the first page. An empty value is removed. */
export function withParameters(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  next.delete('after');
  next.delete('before');
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) {
      if (one !== '') next.append(name, one);
    }
  }
  return next;
}
