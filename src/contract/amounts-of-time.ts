/** Amounts of time as they are typed: a number and a unit. */

/** The amount times its unit, of which `s` counts where none is given; undefined unless it is an amount with such a unit. */
export function amountIn(
  text: string,
  units: Readonly<Record<string, number>> & { s: number },
): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d{1,6})?)([a-z]+)?$/.exec(text) ?? []
  const size = Object.hasOwn(units, unit) ? units[unit] : undefined
  return amount === undefined || size === undefined ? undefined : Number(amount) * size
}
