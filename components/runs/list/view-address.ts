import type { SavedView } from '#components/api/models.ts'

export const addressOf = (view: SavedView) => sorted(new URLSearchParams(view.query).toString())

/** The same filter has the same address, in whatever order it was put together. */
export function sorted(address: string): string {
  const parameters = new URLSearchParams(address)
  parameters.sort()
  return parameters.toString()
}
