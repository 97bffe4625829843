export function total(ids: readonly number[]): number {
  return ids.reduce((sum, id) => sum + id, 0)
}
