/** Class names of old: sheets that are not yet a component's own find a component by them. The last such sheet takes this
 * file along. */
export const old = (names: string) => names;
