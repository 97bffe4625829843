import type { SavedView } from '#components/api/models.ts'

export const addressOf = (view: SavedView) => sorted(new URLSearchParams(view.query).toString())

/** The normal form of a filter's address, independent of the order of its conditions. */
export function sorted(address: string): string {
  const parameters = new URLSearchParams(address)
  parameters.sort()
  return parameters.toString()
}
