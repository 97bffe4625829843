/** A number of seconds as people write it, with up to thousandths behind a point or a comma; null where it is none. */
export function readSeconds(written: string): number | null {
  return /^\d{1,9}([.,]\d{1,3})?$/.test(written) ? Number(written.replace(',', '.')) : null
}
