/** How large a file is, as people say it. */

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

export function sizeOf(bytes: number, language?: string): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  const style = { style: "unit", unit: UNITS[unit], maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(language, style).format(size);
}
