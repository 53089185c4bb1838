/** Names of time zones. */

/** Whether the text is the name of a time zone of the IANA database. An offset such as +01:00 is no name: it ignores daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
