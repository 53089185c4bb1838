/** Days of the bank. It is open from Monday to Friday. */

const dayMs = 86_400_000;

export const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

export const isOpenDay = (date: string): boolean => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
};

/** The day that is `days` open days after the date. */
export function addOpenDays(date: string, days: number): string {
  let at = date;
  for (let left = days; left > 0; ) {
    at = nextDay(at);
    if (isOpenDay(at)) left -= 1;
  }
  return at;
}

/** `20261123` or, with two digits of the year, `261123`. */
export const compactDate = (date: string, yearDigits: 2 | 4): string =>
  date.replaceAll('-', '').slice(4 - yearDigits);
